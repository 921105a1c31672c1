//! What RFC 8259 does not allow, by production, each with all that it can mean, if it can mean just one thing.

/// A spelling of a value, and what it means.
type Fault = (&'static str, Option<&'static str>);

const fn none(text: &'static str) -> Fault {
    (text, None)
}

const fn means(text: &'static str, value: &'static str) -> Fault {
    (text, Some(value))
}

/// Values that are spelled wrongly, by the name of the malformation.
pub(super) const VALUES: [(&str, &[Fault]); 8] = [
    ("syntax-value", &VALUE),
    ("syntax-number", &NUMBER),
    ("syntax-literal", &LITERAL),
    ("syntax-string", &STRING),
    ("syntax-control-character", &CONTROL),
    ("syntax-escape", &ESCAPE),
    ("syntax-array", &ARRAY),
    ("syntax-object", &OBJECT),
];

const VALUE: [Fault; 4] = [none("x"), none("..."), none("ObjectId(1)"), none("\\u0031")];

const NUMBER: [Fault; 30] = [
    none("01"),
    none("-01"),
    none("00"),
    none("00.5"),
    means("+1", "1"),
    means(".5", "0.5"),
    means("-.5", "-0.5"),
    means("5.", "5"),
    means("2.e3", "2e3"),
    none("1e"),
    none("1e+"),
    none("1e5.5"),
    none("1e2e3"),
    none("-"),
    none("--1"),
    means("- 1", "-1"),
    none("1.2.3"),
    none("1 2"),
    none("1e 5"),
    means("0x1F", "31"),
    means("1_000", "1000"),
    none("1'000"),
    none("NaN"),
    none("-NaN"),
    none("Infinity"),
    none("-Infinity"),
    none("1a"),
    none("50%"),
    none("\u{661}"),
    means("\u{2212}1", "-1"),
];

const LITERAL: [Fault; 13] = [
    means("True", "true"),
    means("TRUE", "true"),
    means("False", "false"),
    means("Null", "null"),
    means("None", "null"),
    none("nul"),
    none("nulll"),
    none("tru"),
    none("truefalse"),
    none("true1"),
    none("undefined"),
    none("yes"),
    none("t rue"),
];

const STRING: [Fault; 8] = [
    means("'x'", r#""x""#),
    means("`x`", r#""x""#),
    means("\u{201c}x\u{201d}", r#""x""#),
    means(r#""x"+"y""#, r#""xy""#),
    none(r#""x"y""#),
    none(r#""x" "y""#),
    none(r#"x""#),
    none(r#"\"x\""#),
];

/// Every one: a class of characters that a pattern leaves out is easily one short.
const CONTROL: [Fault; 32] = [
    means("\"\n\"", r#""\n""#),
    means("\"\t\"", r#""\t""#),
    means("\"\0\"", r#""\u0000""#),
    means("\"\r\"", r#""\r""#),
    means("\"\u{8}\"", r#""\b""#),
    means("\"\u{1b}\"", r#""\u001b""#),
    means("\"\u{1f}\"", r#""\u001f""#),
    means("\"\u{1}\"", r#""\u0001""#),
    means("\"\u{2}\"", r#""\u0002""#),
    means("\"\u{3}\"", r#""\u0003""#),
    means("\"\u{4}\"", r#""\u0004""#),
    means("\"\u{5}\"", r#""\u0005""#),
    means("\"\u{6}\"", r#""\u0006""#),
    means("\"\u{7}\"", r#""\u0007""#),
    means("\"\u{b}\"", r#""\u000b""#),
    means("\"\u{c}\"", r#""\f""#),
    means("\"\u{e}\"", r#""\u000e""#),
    means("\"\u{f}\"", r#""\u000f""#),
    means("\"\u{10}\"", r#""\u0010""#),
    means("\"\u{11}\"", r#""\u0011""#),
    means("\"\u{12}\"", r#""\u0012""#),
    means("\"\u{13}\"", r#""\u0013""#),
    means("\"\u{14}\"", r#""\u0014""#),
    means("\"\u{15}\"", r#""\u0015""#),
    means("\"\u{16}\"", r#""\u0016""#),
    means("\"\u{17}\"", r#""\u0017""#),
    means("\"\u{18}\"", r#""\u0018""#),
    means("\"\u{19}\"", r#""\u0019""#),
    means("\"\u{1a}\"", r#""\u001a""#),
    means("\"\u{1c}\"", r#""\u001c""#),
    means("\"\u{1d}\"", r#""\u001d""#),
    means("\"\u{1e}\"", r#""\u001e""#),
];

const ESCAPE: [Fault; 17] = [
    means(r#""\'""#, r#""'""#),
    none(r#""\x41""#),
    none(r#""\a""#),
    none(r#""\v""#),
    none(r#""\0""#),
    none(r#""\N""#),
    none(r#""\é""#),
    none("\"\\\n\""),
    none(r#""\u""#),
    none(r#""\u1""#),
    none(r#""\u12 x""#),
    none(r#""\u12G4""#),
    none(r#""\u+041""#),
    none(r#""\U00000041""#),
    means(r#""\u{41}""#, r#""A""#),
    none(r#""C:\q""#),
    none(r#""\ ""#),
];

/// Halves of a surrogate pair: the first ones, then the second ones.
pub(super) const HALVES: [&str; 4] = [r"\ud83d", r"\uDBFF", r"\ude00", r"\udc00"];

/// What may follow a half, and makes no pair of it even where the other half is due: among them the digits of the other
/// half in another form than its escape.
pub(super) const NO_OTHER_HALVES: [&str; 14] = [
    "",
    "x",
    r"\n",
    r"\u0041",
    r"\ud83d",
    "\u{1f600}",
    "xxde00",
    r"\nde00",
    r"\\de00",
    "de00",
    r"x\ude00",
    r"\Ude00",
    r"\ude0",
    r"\u de00",
];

const ARRAY: [Fault; 14] = [
    means("[1,]", "[1]"),
    none("[,]"),
    none("[,1]"),
    none("[1,,2]"),
    none("[1 2]"),
    none("[1;2]"),
    none("[1:2]"),
    none(r#"["b":1]"#),
    means("(1,2)", "[1,2]"),
    none("[1}"),
    none("[1"),
    none("1]"),
    none("[1]]"),
    none("[...]"),
];

const OBJECT: [Fault; 25] = [
    means(r#"{"b":1,}"#, r#"{"b":1}"#),
    means(r#"{,"b":1}"#, r#"{"b":1}"#),
    none("{,}"),
    means(r#"{"b":1,,"c":2}"#, r#"{"b":1,"c":2}"#),
    means(r#"{"b":1 "c":2}"#, r#"{"b":1,"c":2}"#),
    means(r#"{"b":1;"c":2}"#, r#"{"b":1,"c":2}"#),
    none(r#"{"b" 1}"#),
    means(r#"{"b"::1}"#, r#"{"b":1}"#),
    means(r#"{"b"=1}"#, r#"{"b":1}"#),
    means(r#"{"b"=>1}"#, r#"{"b":1}"#),
    none(r#"{"b",1}"#),
    none(r#"{"b":}"#),
    none(r#"{"b"}"#),
    none("{1}"),
    means("{b:1}", r#"{"b":1}"#),
    means("{'b':1}", r#"{"b":1}"#),
    none("{1:1}"),
    none("{null:1}"),
    none("{:1}"),
    none("{[]:1}"),
    none(r#"{"b":1]"#),
    none(r#"{"b":1"#),
    none(r#"{"b":1}}"#),
    none(r#"{"b":[1}]"#),
    none(r#"{"b":1,2}"#),
];

/// What stands between tokens and is no white space of JSON, by the name of the malformation and what it tests. Each is
/// something that some reader leaves out.
pub(super) const GAPS: [(&str, &[&str], &[&str]); 2] = [
    (
        "syntax-comment",
        &["PAR-1"],
        &["/**/", "// x\n", "# x\n", "/* \" } */"],
    ),
    (
        "syntax-white-space",
        &["PAR-1", "PAR-6"],
        &[
            "\u{a0}", "\u{b}", "\u{c}", "\u{85}", "\u{1680}", "\u{2003}", "\u{2028}", "\u{2029}",
            "\u{3000}", "\u{200b}", "\u{fffe}", "\u{2060}", "\u{1c}", "\0",
        ],
    ),
];

/// What stands in the wrong for the right token. No neighbours make any of it right.
pub(super) const SEPARATORS: [(&str, [&str; 3]); 6] = [
    (":", ["=", "::", ","]),
    (",", [";", ",,", ":"]),
    ("{", ["(", "{{", ""]),
    ("}", ["]", "}}", ")"]),
    ("[", ["(", "[,", "{["]),
    ("]", ["}", "]]", ")"]),
];
