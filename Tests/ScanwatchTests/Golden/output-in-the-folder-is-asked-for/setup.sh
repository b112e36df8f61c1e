mkdir -p folder/below; echo text > folder/below/a.txt
