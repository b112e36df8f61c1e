mkdir set
echo "{\"file\":\"a.png\",\"width\":9,\"height\":9,\"objects\":[]}" >set/expected.jsonl
