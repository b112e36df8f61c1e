cat >f.yaml <<END
shard: 1/8
max-depth: 3
output: records.jsonl
END
