mkfifo list
"$SCANWATCH" -q --fields source,index,text --output codes.jsonl --files-from list &
exec 3>list
printf '%s\n' SampleImages/qr/plain.png Pictures/missing.png >&3
until [ "$(cat codes.jsonl.part.journal 2>/dev/null | wc -l)" = 3 ]; do sleep 0.05; done
{ kill -9 $! && wait $! || true; } 2>/dev/null
exec 3>&-
rm list
