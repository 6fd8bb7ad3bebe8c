import { expect, test } from "vitest";
import { slowPatterns } from "./slow-patterns.mjs";

test.for([
  String.raw`const stack = /^\s+at \S|^Traceback/m;`,
  String.raw`  /^\s+at \S|^\s+❯ |^\s*from .*:\d+:in /m;`,
  String.raw`text.replace(/(?:^\s*)x/gm, "")`,
  String.raw`if (/^(a+)+$/.test(text)) return;`,
  String.raw`const words = /(?:\w*)*!/;`,
  String.raw`const lists = text.split(/([^,]+)+;/);`,
  String.raw`return /x\s*\s*y/.test(text);`,
  String.raw`line.match(/a.*.*b/)`,
  String.raw`text.replace(/\s+$/, "")`,
  String.raw`text.replace(/[\\/.]+$/, "")`,
  String.raw`const last = /.*error/.exec(text);`,
  String.raw`const all = /([\s\S]*)end/.exec(text);`,
])("refuses %s", (code) => {
  expect(slowPatterns(code)).toHaveLength(1);
});

test.for([
  String.raw`const stack = /^[ \t]+at \S/m;`,
  String.raw`const first = /^\s+at /;`,
  String.raw`const name = /^\w+(?:-\w+)*$/;`,
  String.raw`const half = total / 2; // or / 3`,
  String.raw`const url = "https://example.org/a+/b";`,
  `// bounded-pattern: a line of 300 characters\nconst end = /\\s+$/;`,
])("accepts %s", (code) => {
  expect(slowPatterns(code)).toEqual([]);
});
