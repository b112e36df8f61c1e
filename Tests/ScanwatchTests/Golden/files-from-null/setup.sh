cp Pictures/hello.png "$(printf "a\nb.png")"
