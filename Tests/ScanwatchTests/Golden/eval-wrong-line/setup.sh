mkdir set
echo "{\"file\":\"a.png\"}" >set/expected.jsonl
