"""Tests of `strict.py`: against Python's own `json` on mutated texts, by tables, and as the process that it is.

    python3 -m unittest discover conformance/adapters/python
"""

import json
import random
import subprocess
import sys
import threading
import unittest

import strict

SEED = 20_240_607
MUTANTS = 6_000

SOURCES = [
    '{"a":1.10,"b":[true,false,null,-0,1E5,0.1e-7],"c":{"d":"x\\u00e9\\n\\"y","":{}},"e":[]}',
    '[12345678901234567890123, "\\ud83d\\ude00", "\u2028\u65e5\u672c", {"k":{"k":{"k":1}}}, -1.5e+10]',
    ' {"\\u0061" : "b" ,\t"A":\r\n[ ] , "aa":"\\/\\\\" } ',
    '"just a string"',
    '{"same":1,"other":2,"sames":[{"x":1},{"x":1}]}',
]
PIECES = list('{}[],:"\\ \t\n\r\x0b\x00/-+.eE0129atrufnlsN\u00a0\ufeff`\'') + [
    '"a"', '"same":', "\\u0061", "\\ud800", "\\udc00", "null", "NaN", "01", "//", ",,", "\\x", "```",
]


def mutants():
    """Texts a few edits away from valid JSON: pieces inserted, cut out, doubled or put in place of others."""
    rng = random.Random(SEED)
    for _ in range(MUTANTS):
        text = rng.choice(SOURCES)
        for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
            start = rng.randrange(len(text) + 1)
            end = min(len(text), start + rng.choice((0, 0, 1, 1, 2, 9)))
            filling = rng.choice((rng.choice(PIECES), "", text[start:end] * 2))
            text = text[:start] + filling + text[end:]
        yield text


def json_value(text):
    """What the `json` module makes of `text` when its leniencies are taken away: numbers keep their spelling."""

    def members(pairs):
        if len(dict(pairs)) < len(pairs):
            raise ValueError("duplicate key")
        return dict(pairs)

    def refuse(name):
        raise ValueError(name)

    value = json.loads(
        text,
        object_pairs_hook=members,
        parse_constant=refuse,
        parse_int=lambda digits: ("number", digits),
        parse_float=lambda digits: ("number", digits),
    )
    json.dumps(value, ensure_ascii=False).encode("utf-8")  # Raises for a lone surrogate.
    return value


def outcome(response, finish="stop"):
    """The value as JSON text, or the reason of the rejection behind `!`."""
    try:
        return strict.recover(response, finish)
    except strict.Rejected as fault:
        return "!" + fault.reason


class AgainstJson(unittest.TestCase):
    def test_mutants(self):
        seen = {"accepted": 0, "rejected": 0}
        for text in mutants():
            try:
                expected = json_value(text)
            except ValueError:
                with self.subTest(text=text), self.assertRaises(strict.Rejected):
                    strict.parse(text)
                seen["rejected"] += 1
            else:
                with self.subTest(text=text):
                    self.assertEqual(json_value(strict.parse(text)), expected)
                seen["accepted"] += 1
        # A generator that yields only one kind would prove nothing about the other.
        self.assertGreater(min(seen.values()), MUTANTS // 10, seen)


class Policy(unittest.TestCase):
    def check(self, table):
        for response, expected in table:
            with self.subTest(response=response[:80]):
                self.assertEqual(outcome(response), expected)

    def test_one_fence_is_taken_off(self):
        self.check([
            (response, '{"a":1}')
            for response in (
                '```json\n{"a":1}\n```', '```\n{"a":1}\n```', '````json\n{"a":1}\n````', '```\n{"a":1}\n`````',
                '```json\r\n{"a":1}\r\n```\r\n', ' \n```json\n{"a":1}\n```\n ', '``` \t json \t\r\n{"a":1}\n``` \t',
                '```json\n\n{"a":\n1}\n\n```', '```json\n"{\\"a\\":1}"\n```',
            )
        ] + [('```\n{"md":"```\\n```"}\n```', '{"md":"```\\n```"}')])

    def test_other_fences_are_rejected(self):
        self.check([
            (response, "!parse")
            for response in (
                '```json\n{"a":1}', '```json{"a":1}```', '```json {"a":1}\n```', '``\n{"a":1}\n``', "```", "``````",
                '```python\n{"a":1}\n```', '```json5\n{"a":1}\n```', '```json foo\n{"a":1}\n```', "```\n```",
                '```JSON\n{"a":1}\n```', '~~~\n{"a":1}\n~~~', '````\n{"a":1}\n```', '```\n{"a":1}\n ```',
                '```\n{"a":1}\n    ```', '```\n{"a":1}\n\t```', '```\r{"a":1}\r```', '```json\r\r\n{"a":1}\n```',
                '```\u2028{"a":1}\u2028```', '```\n{"a":1}\u0085```', '```\u00a0\n{"a":1}\n```', '```js`on\n{}\n```',
                'Here:\n```json\n{"a":1}\n```', '```json\n{"a":1}\n```\nDone.', '```\n{"a":1}\n```\n```\n{"a":1}\n```',
                '```\n```\n{"a":1}\n```\n```', '\ufeff```\n{"a":1}\n```', '\x0c```\n{"a":1}\n```', '```\n{"a":1}\n```x', '```\n{"a":1,}\n```',
            )
        ])

    def test_one_string_around_an_object_is_taken_off(self):
        self.check([
            ('"{\\"n\\":1.00}"', '{"n":1.00}'),
            ('" {} "', "{}"),
            ('"\\"{}\\""', '"\\"{}\\""'),  # two layers
            ('"[1]"', '"[1]"'),
            ('"{\\"a\\":1,}"', '"{\\"a\\":1,}"'),
            ('"```\\n{}\\n```"', '"```\\n{}\\n```"'),
            ('{"a":"{}"}', '{"a":"{}"}'),
            ('"{\\"a\\":1,\\"a\\":1}"', "!parse:duplicate_key"),
            ('"{\\"a\\":' + "[" * 128 + "]" * 128 + '}"', "!limit"),
        ])

    def test_limits(self):
        spaces = " " * (strict.MAX_RULE_BYTES - len('```\n""\n```'))
        self.check([
            ("[" * 128 + "]" * 128, "[" * 128 + "]" * 128),
            ("[" * 129 + "]" * 129, "!limit"),
            ("[" * 100_000, "!limit"),
            ('{"a":' * 100_000, "!limit"),
            ("```\n" + spaces + '""\n```', '""'),
            ("```\n " + spaces + '""\n```', "!parse"),
            ('```\n"' + "\u00e9" * 32_763 + '"\n```', '"' + "\u00e9" * 32_763 + '"'),
            ('```\n"' + "\u00e9" * 32_764 + '"\n```', "!parse"),
            ('["' + "\u00e9" * 40_000 + '"]', '["' + "\u00e9" * 40_000 + '"]'),
            ('"{}' + " " * strict.MAX_RULE_BYTES + '"', '"{}' + " " * strict.MAX_RULE_BYTES + '"'),
        ])

    def test_cut_answers_are_rejected(self):
        self.assertEqual(outcome("{}", "stop"), "{}")
        for finish in ("length", "content_filter"):
            self.assertEqual(outcome("{}", finish), "!parse:incomplete")

    def test_blanks_behind_a_fence_cost_no_more_than_their_bytes(self):
        # A quadratic search would look at billions of characters here and last for minutes.
        for _ in range(20):
            self.assertEqual(outcome("```" + " " * 60_000 + "x\n{}\n```"), "!parse")


class Protocol(unittest.TestCase):
    def run_adapter(self, lines):
        command = [sys.executable, strict.__file__]
        done = subprocess.run(command, input=lines, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertTrue(done.stdout.endswith(b"\n"))
        return done.stdout.decode("utf-8").split("\n")[:-1]

    def test_replies(self):
        requests = [
            b'{"id":0,"op":"hello","protocol":1}',
            '{"id":1,"op":"parse","response":"[1.10, \\"\u2028\\"]","unknown":{}}'.encode("utf-8"),
            b'{"id":2,"op":"parse","response":"{}","finish":"length"}',
            b'{"id":3,"op":"load","name":"c","contract":{}}',
            b'{"id":4,"op":"parse"}',
            b'{"id":5,"op":"parse","response":"{}","finish":"done"}',
            b'{"id":6,"op":"parse","response":"\\ud800"}',
            b'{"id":7}',
            b"no json",
            b'{"id":8,"op":"parse","response":"\xff"}',
            b'{"id":9,"op":"parse","response":"{}"}',
        ]
        hello, *replies = self.run_adapter(b"\n".join(requests))  # No line end after the last one.
        self.assertEqual((json.loads(hello)["profiles"], json.loads(hello)["pipeline"]), (["parse"], 32))
        self.assertEqual(replies, [
            '{"id":1,"outcome":"accepted","value":[1.10,"\u2028"]}',
            '{"id":2,"outcome":"rejected","reason":"parse:incomplete"}',
            '{"id":3,"error":"unsupported_op"}',
            '{"id":4,"error":"request"}',
            '{"id":5,"error":"request"}',
            '{"id":6,"error":"request"}',
            '{"id":7,"error":"request"}',
            '{"id":null,"error":"request"}',
            '{"id":null,"error":"request"}',
            '{"id":9,"outcome":"accepted","value":{}}',
        ])

    def test_a_reply_comes_before_the_next_request(self):
        # `-E`: with PYTHONUNBUFFERED set, an adapter that forgets to flush would pass.
        command = [sys.executable, "-E", strict.__file__]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as adapter:
            watchdog = threading.Timer(60, adapter.kill)
            watchdog.start()
            for number in (1, 2):
                adapter.stdin.write(b'{"id":%d,"op":"parse","response":"0"}\n' % number)
                adapter.stdin.flush()
                self.assertEqual(adapter.stdout.readline(), b'{"id":%d,"outcome":"accepted","value":0}\n' % number)
            watchdog.cancel()


if __name__ == "__main__":
    unittest.main()
