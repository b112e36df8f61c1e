printf "Pictures/hello.png\n\nPictures/folder\nnot-there.png" >list
