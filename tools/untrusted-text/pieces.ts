/** Each of these pieces, repeated to 100,000 characters, once slowed down a text function. */
export const pieces: readonly string[] = [
  // Whitespace, which poor patterns scan repeatedly
  ..." |\t|\n|\r|\r\n| \n|\n |\t\n|\n\n\t|\u00A0|\u3000|\u2028|\u2028 |\u000B|\uFEFF".split("|"),
  // Words and numbers
  ..."a|A|é|ß|aA|a |a\n|ab\r\n|0|1.|0x|deadbeef|9f|12:34:56 |2026-01-01T00:00:00Z |00000000-0000-0000-0000-000000000000".split(
    "|",
  ),
  // Punctuation
  ..."( ) [ ] { } < > () [] {} <> \" ' ` \\ / // . , : ; - -- _ = => -> & % # @ $ * ** + ? ! ~ ^ |".split(" "),
  // Incomplete or invisible characters
  "\u0000",
  "\uD800",
  "\uDC00",
  "\u{1F600}",
  "e\u0301",
  "\u0301",
  "\u200D",
  "\u202E",
  "\u001B",
  "\u001B[",
  "\u001B[31m",
  "\u001B[38;",
  "38;",
  "\u001B]",
  "\u001B]8;;",
  "\u009B1",
  // Starts and ends of texts that patterns search for
  ...'at |\n    at |\n  File "|\nE   |\nfrom |a:1:1\n|at a (a:1:1)\n|Traceback (most recent call last):\n|Caused by: |Error: |Error: a\n'.split(
    "|",
  ),
  ...'http://|http://a/|a@b.c |a/b/|../|C:\\|file:///|a.b.|com.a.B$|#L1|?a=|&a=b|%20|%2|<a>|</a>|<!--|-->|<![CDATA[|]]>|&amp;|<a b="'.split(
    "|",
  ),
  ...'"a":|{"a":|[1,|\\"|\\\\|\\u0041|\\n|expected |received |Expected: |Received: |- a\n|+ a\n|```|```error\n|~~~\n|**a**|[a](b)|![a]('.split(
    "|",
  ),
  ..."ok 1 - |not ok |# |--- FAIL: |=== RUN |TestA/|1) |✓ |❯ |› |a > b > |a, |a=b |key: value\n|- a: |* |> |@a |{{|}}|<%|${".split(
    "|",
  ),
  ..."password=|token: |Bearer |eyJ|-----BEGIN |-----END |user:pass@|AKIA|curl -u a:b |192.168.0.1 |::1 |1ms |1m 1s |a!=b |is:|is:a ".split(
    "|",
  ),
];
