cp Pictures/hello.png a.png; chmod u+w a.png; tar cf a.tar a.png
