cp Pictures/hello.png $'a,"b"\n\e[31m\xff.png'
