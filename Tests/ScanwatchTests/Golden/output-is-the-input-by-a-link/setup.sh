cp Pictures/hello.png a.png; chmod u+w a.png; ln -s a.png link; ln a.png hard
