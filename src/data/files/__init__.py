"""Files: finding them, hashing them, writing them whole, keeping others out."""
