cat >f.yaml <<END
rotation: 90
END
