//! What nearly is a block, as what stands before the content and after it.

/// Near misses of one kind: the name of the malformation, whether the text can still mean but the content, and what
/// stands around it.
pub(super) type NearMiss = (&'static str, bool, &'static [[&'static str; 2]]);

/// The kinds. None of them is a block, whatever is inside, as long as that begins and ends with no white space.
pub(super) const NEAR_MISSES: [NearMiss; 17] = [
    (
        "fence-unclosed",
        false,
        &[["```\n", ""], ["```json\n", "\n"], ["~~~\n", ""]],
    ),
    (
        "fence-on-one-line",
        true,
        &[
            ["```json", "```"],
            ["``` json ", " ```"],
            ["~~~json ", " ~~~"],
        ],
    ),
    (
        "fence-opening-on-the-line",
        true,
        &[["```json ", "\n```"], ["```json", "\r\n```"]],
    ),
    (
        "fence-closing-on-the-line",
        true,
        &[["```\n", "```"], ["```json\n", " ```"]],
    ),
    (
        "fence-other-info",
        true,
        &[
            ["```x\n", "\n```"],
            ["```json5\n", "\n```"],
            ["```jsonc\n", "\n```"],
            ["```jsonl\n", "\n```"],
            ["```python\n", "\n```"],
            ["```jso\n", "\n```"],
            ["```json foo\n", "\n```"],
            ["```json json\n", "\n```"],
            ["```{json}\n", "\n```"],
            ["```json,\n", "\n```"],
            ["```JSON5\n", "\n```"],
            ["```jſon\n", "\n```"],
            ["```json\0\n", "\n```"],
            ["~~~yaml\n", "\n~~~"],
        ],
    ),
    (
        "fence-prose-before",
        true,
        &[
            ["x\n```\n", "\n```"],
            ["Here it is:\n```json\n", "\n```"],
            ["<think></think>\n```\n", "\n```"],
        ],
    ),
    (
        "fence-prose-after",
        true,
        &[
            ["```\n", "\n```\nx"],
            ["```json\n", "\n```\nI hope this helps!"],
            ["```\n", "\n``` x"],
        ],
    ),
    (
        "fence-prose-inside",
        true,
        &[["```\nx\n", "\n```"], ["```json\n", "\nDone.\n```"]],
    ),
    (
        "fence-in-fence",
        false,
        &[
            ["```\n```\n", "\n```\n```"],
            ["````\n```json\n", "\n```\n````"],
            ["```\n~~~\n", "\n~~~\n```"],
        ],
    ),
    (
        "fence-two-blocks",
        false,
        &[
            ["```\n", "\n```\n```\n{}\n```"],
            ["```json\n{}\n```\nor\n```json\n", "\n```"],
            ["```\n", "\n```\n{}"],
        ],
    ),
    (
        "fence-closing-shorter",
        false,
        &[["````\n", "\n```"], ["~~~~\n", "\n~~~"]],
    ),
    (
        "fence-closing-indented-too-far",
        true,
        &[
            ["```\n", "\n    ```"],
            ["```\n", "\n\t```"],
            ["```\n", "\n \t```"],
            ["```\n", "\n        ```"],
        ],
    ),
    (
        "fence-no-line-end",
        true,
        &[
            ["```\r", "\r```"],
            ["```\r", "\n```"],
            ["```\n", "\r```"],
            ["```\u{2028}", "\u{2028}```"],
            ["```\n", "\u{2028}```"],
            ["```\u{85}", "\n```"],
            ["```\n", "\u{85}```"],
            ["```\u{c}", "\n```"],
            ["```\n", "\u{c}```"],
        ],
    ),
    (
        "fence-no-blank",
        true,
        &[
            ["```\u{a0}\n", "\n```"],
            ["```\u{a0}json\n", "\n```"],
            ["```json\u{3000}\n", "\n```"],
            ["```json\u{c}\n", "\n```"],
            ["```json\u{b}\n", "\n```"],
            ["```json\r\r\n", "\n```"],
            ["```\rjson\n", "\n```"],
            ["```\n", "\n```\u{a0}"],
            ["\u{a0}```\n", "\n```"],
            ["```\n", "\n\r```"],
        ],
    ),
    (
        "fence-of-two",
        true,
        &[
            ["``\n", "\n``"],
            ["``json\n", "\n``"],
            ["~~\n", "\n~~"],
            ["`` `\n", "\n```"],
        ],
    ),
    (
        "fence-of-two-kinds",
        false,
        &[["```\n", "\n~~~"], ["~~~\n", "\n```"]],
    ),
    ("fence-closing-only", false, &[["", "\n```"]]),
];
