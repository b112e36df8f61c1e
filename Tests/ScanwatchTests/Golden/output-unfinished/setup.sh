echo "half a record" > codes.jsonl.part
