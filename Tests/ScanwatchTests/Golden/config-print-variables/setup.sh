cat >f.yaml <<END
# Defaults for the tests
types: [qr, ean13]
effort: fast
landmarks: false
skip-step: [plain, code-crops]
END
