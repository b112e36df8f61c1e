echo Pictures/hello.png > list
