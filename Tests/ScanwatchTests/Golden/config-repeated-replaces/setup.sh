cat >f.yaml <<END
skip-step: [plain, code-crops, code-grids]
END
