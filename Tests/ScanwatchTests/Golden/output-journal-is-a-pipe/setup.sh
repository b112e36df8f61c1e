mkfifo out.part.journal
