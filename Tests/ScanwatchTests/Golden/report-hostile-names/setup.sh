mkdir page
cp Pictures/hello.png 'javascript:alert(1).png'
cp Pictures/hello.png "$(printf '<!--<script>&\342\200\256\n"\047.png')"
