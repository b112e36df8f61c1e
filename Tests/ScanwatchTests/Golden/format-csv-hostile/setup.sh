cp Pictures/hello.png $'a,"b"\n\e[31m\xff.png'
cp Pictures/hello.png $'b"\xcc\x81\nc,d.png'
