echo old > codes.jsonl
