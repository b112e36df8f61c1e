cp Pictures/hello.png secret.png
chmod 0 secret.png
mkdir locked
chmod 0 locked
