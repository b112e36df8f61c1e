cp Pictures/hello.png $'caf\xe9.png'
mkdir a.svg
cp Pictures/hello.png a.svg/b.png
cp Pictures/hello.png 100%.png
cp Pictures/hello.png ./-
cp Pictures/hello.png "$(printf '%0251d' 0).png"
