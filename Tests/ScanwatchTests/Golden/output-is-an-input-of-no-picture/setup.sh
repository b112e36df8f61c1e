echo text > notes
