echo text > a-file
