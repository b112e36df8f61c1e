mkdir set
echo "{\"file\":\"a.png\",\"width\":9,\"height\":9,\"objects\":[{\"type\":\"codabar\",\"text\":\"A1234B\"}]}" >set/expected.jsonl
echo "{\"source\":\"a.png\",\"objects\":[{\"type\":\"codabar\",\"text\":\"1234\"}]}" >records
