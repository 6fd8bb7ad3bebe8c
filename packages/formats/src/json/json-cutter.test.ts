import { expect, test } from "vitest";
import { JsonCutter } from "./json-cutter.ts";

/** Enters the root and arrays called `list`, and takes everything else in them. */
function cut(text: string, chunk: number, roots?: "any") {
  const seen: string[] = [];
  const inLists: boolean[] = [];
  const cutter = new JsonCutter(
    {
      begin: (key, kind) => {
        if (inLists.length === 0 || (kind === "array" && key === "list")) {
          inLists.push(true);
          return "enter";
        }
        return key === "skipped" ? "skip" : "take";
      },
      value: (key, json, line) => seen.push(`${line} ${key ?? "-"} ${json}`),
      leave: () => inLists.pop(),
      oversized: (key) => seen.push(`${key} is too large`),
    },
    roots,
  );
  for (let at = 0; at < text.length; at += chunk) cutter.write(text.slice(at, at + chunk));
  return { seen, complete: cutter.complete, line: cutter.line };
}

test.for([1, 2, 7, 1000])("cuts out members and elements, in chunks of %d", (chunk) => {
  const text = String.raw`{
  "a": 1, "b" : "x\"},{y\\", "n":null,"skipped":{"a":["}"]},
  "list": [{"s": "]}\\\"{", "deep": [[{}], {}]},
    "word", -1.5e3, {"t":""} ],
  "ünïcode \"key\"": true
}`;
  expect(cut(text, chunk)).toEqual({
    complete: true,
    line: 6,
    seen: [
      "2 a 1",
      String.raw`2 b "x\"},{y\\"`,
      "2 n null",
      String.raw`3 - {"s": "]}\\\"{", "deep": [[{}], {}]}`,
      '4 - "word"',
      "4 - -1.5e3",
      '4 - {"t":""}',
      String.raw`5 "ünïcode \"key\"" true`,
    ],
  });
});

test.for([
  ['{"a":1}', true],
  ['{"a":1}\n', true],
  ["{}", true],
  ['{"a":1', false],
  ['{"a":"}', false],
  ['{"a":{"b":1}', false],
  ["[1]", false],
  ["", false],
] as const)("%s is complete: %s", ([text, complete]) => {
  expect(cut(text, 3).complete).toBe(complete);
});

test("skips noise and reads a second object", () => {
  expect(cut('> run {3}\n[x] {"no":1}\n{"a":1}\nbye {"b":2}\n  {"c":3}{"d":4} {"e":5}', 4).seen).toEqual([
    "3 a 1",
    "5 c 3",
    "5 d 4",
    "5 e 5",
  ]);
});

test.for([
  ['[{"a":1},{"b":2}]', ['1 - {"a":1}', '1 - {"b":2}'], true],
  ['\ufeff [\n\t{"a":1}]\n', ['2 - {"a":1}'], true],
  ["[]", [], true],
  ["[ ", [], false],
  ['[{"a":1}', ['1 - {"a":1}'], false],
  ['[INFO] {"no":1}\n[1] x\n[{"a":1}]', ['3 - {"a":1}'], true],
  ['[{"a":1}][{"b":2}]', ['1 - {"a":1}', '1 - {"b":2}'], true],
] as const)("an array can be the root: %s", ([text, seen, complete]) => {
  for (const chunk of [1, 3, 100]) expect(cut(text, chunk, "any")).toMatchObject({ seen, complete });
});

test("a root that is skipped ends, and the next one is read", () => {
  const seen: string[] = [];
  let roots = 0;
  const cutter = new JsonCutter({
    begin: () => (roots++ === 0 ? "skip" : "enter"),
    value: (key, json) => seen.push(`${key} ${json}`),
    leave: () => {},
    oversized: () => {},
  });
  cutter.write('{"a":{"b":1}}\n{"c":2}\n');
  expect(seen).toEqual(["c 2"]);
  expect(cutter.complete).toBe(true);
});

const nested = { s: 'a "}\n  }" b', deep: [[{}], { list: [1, { x: [] }] }], empty: {} };

test.for([1, 2, 7, 64, 100_000])("an indented text yields the same pieces, in chunks of %d", (chunk) => {
  const document = { before: nested, list: Array.from({ length: 20 }, (_, n) => ({ n, ...nested })), after: nested };
  const values = (text: string) =>
    cut(text, chunk).seen.map((piece): unknown => JSON.parse(piece.replace(/^\d+ \S+ /, "")));
  const indented = JSON.stringify(document, undefined, 2);
  expect(values(indented)).toEqual(values(JSON.stringify(document)));
  const lines = indented.split("\n").flatMap((line, index) => (/^ {4}\{$/.test(line) ? [`${index + 1}`] : []));
  const pieces = cut(indented, chunk).seen.filter((piece) => piece.includes('"n"'));
  expect(pieces.map((piece) => piece.split(" ", 1)[0])).toEqual(lines);
});

test.for([
  ['{\n  "a": {\n  }, "b": {\n    "c": {\n  }\n  }\n}', ["2 a {\n  }", '3 b {\n    "c": {\n  }\n  }']],
  ['{\n  "a": {\n    "b": [\n  {\n  }\n  ]\n  },\n  "c": 1\n}', ['2 a {\n    "b": [\n  {\n  }\n  ]\n  }', "8 c 1"]],
  ['{\n  "a": {\n    "b": "x\n  }"},\n  "c": 1\n}', ['2 a {\n    "b": "x\n  }"}', "5 c 1"]],
  ['{\n  "a": [\n    1\n  ], "b": [\n  ]\n}', ["2 a [\n    1\n  ]", "4 b [\n  ]"]],
] as const)("finds the end of a piece despite misleading lines: %s", ([text, seen]) => {
  for (const chunk of [3, 1000]) expect(cut(text, chunk)).toMatchObject({ seen, complete: true });
});
