printf "Pictures/hello.png\r\n-\n" >list
