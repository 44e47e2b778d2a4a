"""Configurations that would take long, take much or run something."""

YAML = {
    "itself": "detector: &a\n  net: *a\n",
    "laughs": "a: &a [x,x,x,x,x,x,x,x,x]\n"
    + "".join(f"{k}: &{k} [{','.join(['*' + j] * 9)}]\n" for j, k in zip("abcdefghi", "bcdefghij",
    strict=True))
    + "detector: *j\n",
    "merges": "a: &a {x: 1}\n"
    + "".join(f"{k}: &{k}\n  <<: [*{j}, *{j}]\n" for j, k in zip("abcdefghi", "bcdefghij",
    strict=True)),
    "deep": "detector: " + "[" * 5000 + "]" * 5000,
    "deep mappings": "detector: " + "{a: " * 500 + "1" + "}" * 500,
    "deep blocks": "".join(" " * n + "a:\n" for n in range(500)),
    "large": "detector: {a: '" + "x" * 2**21 + "'}",
    "long number": "detector: {_target_: " + "9" * 9000 + "}",
    "very long number": "detector: {_target_: " + "9" * 900_000 + "}",
    "sixties": "detector: {_target_: " + ":".join(["1"] * 200_000) + "}",
    "python": "detector: !!python/object/apply:os.system ['touch canary']",
    "python name": "detector: {_target_: !!python/name:os.system }",
    "python module": "detector: {_target_: !!python/module:antigravity }",
    "half a character": 'detector: {_target_: "\\ud800"}',
    "null": "detector: {_target_: \"a\\0b\"}",
    "date": "detector: {_target_: 9999-99-99}",
    "keys": "detector: {[1]: 2}",
    "key that is a mapping": "? {a: 1}\n: 2\n",
    "two documents": "detector: {}\n---\ndetector: {}\n",
    "tab": "detector:\n\t_target_: x\n",
    "unknown tag": "detector: !x {}",
    "nothing but an anchor": "&a",
    "binary": "detector: {_target_: !!binary '////'}",
    "infinite": "detector: {_target_: .inf}",
    "set": "detector: !!set {a, b}",
    "omap": "detector: !!omap [a: 1, b: 2]",
}  # fmt: skip
