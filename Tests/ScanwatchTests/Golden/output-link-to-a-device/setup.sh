ln -s /dev/null out
