cp Pictures/empty.png $'a\n\e[31mb.png'
