"""What can be asked of the studio, one file for each kind of question."""
