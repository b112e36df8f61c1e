mkfifo page.html.part
