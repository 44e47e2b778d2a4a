"""Files of boxes, true or predicted: COCO's JSON, VOC's XML, and the dialects of text files."""
