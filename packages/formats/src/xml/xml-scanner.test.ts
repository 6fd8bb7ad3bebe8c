import { expect, test } from "vitest";
import { XmlScanner } from "./xml-scanner.ts";

const scan = (text: string, chunk = 1) => scanAll(text, chunk).scanned;

function scanAll(text: string, chunk: number) {
  const seen: string[] = [];
  const problems: string[] = [];
  const comments: string[] = [];
  let pending = "";
  const flush = () => {
    if (pending !== "") seen.push(`"${pending}"`);
    pending = "";
  };
  const scanner = new XmlScanner({
    open: ({ name, attributes }) => {
      flush();
      seen.push(`<${[name, ...Array.from(attributes, ([key, value]) => `${key}=${value}`)].join(" ")}>`);
    },
    text: (piece) => {
      pending += piece;
    },
    close: (name) => {
      flush();
      seen.push(`</${name}>`);
    },
    comment: (text) => comments.push(text),
    problem: (severity, reason, { line, column }) => problems.push(`${severity} ${line}:${column} ${reason}`),
  });
  for (let at = 0; at < text.length; at += chunk) scanner.write(text.slice(at, at + chunk));
  const open = scanner.end();
  return { scanned: { seen: seen.join(""), problems, open }, comments };
}

test.for([
  ["<a b=\"1\" c='2'/>", "<a b=1 c=2></a>"],
  ['<x:a xmlns:x="u" x:b="1"/>', "<a x=u b=1></a>"],
  ['<a\n\tb = "1"\n>t</a\n>', '<a b=1>"t"</a>'],
  ['<a b="&lt;&amp;&#65;&#x1F680;&quot;">&gt;</a>', '<a b=<&A🚀">">"</a>'],
  ["<a><![CDATA[x <b> ]] > & y]]>z</a>", '<a>"x <b> ]] > & yz"</a>'],
  ["<a><![CDATA[]]]]><![CDATA[>]]></a>", '<a>"]]>"</a>'],
  ["<?xml version='1.0'?><!-- <no> --><a><!-- - -- --><?php > ?></a>", "<a></a>"],
  ['<a b=">"/>', "<a b=>></a>"],
  ["<a>1 &#0; 2</a>", '<a>"1  2"</a>'],
] as const)("reads %s", ([text, expected]) => {
  for (const chunk of [1, 2, 5, 1000]) expect(scan(text, chunk)).toEqual({ seen: expected, problems: [], open: [] });
});

test.for([
  ["<a>x < y && z</a>", '<a>"x < y && z"</a>', "starts no tag"],
  ["<a>&undeclared; &</a>", '<a>"&undeclared; &"</a>', "starts no reference"],
  ['<a b="x "y" z" c="1"/>', '<a b=x "y" z c=1></a>', "attribute"],
  ["<a b=1 c>t</a>", '<a b=1>"t"</a>', "attribute"],
  ['<a b="x<y"/>', "<a b=x<y></a>", "attribute"],
  ["<a><b>t</a>", '<a><b>"t"</b></a>', "<b> is never closed"],
  ["<a>t</b></a>", '<a>"t</b>"</a>', "has no matching start tag"],
  ["<a><b <c/></a>", '<a>"<b "<c></c></a>', "starts no tag"],
  ["<a/>text<b/>", "<a></a><b></b>", "outside the root"],
  ["<!DOCTYPE a SYSTEM 'x.dtd'><a/>", "<a></a>", "document type"],
] as const)("repairs %s and reports it once", ([text, expected, reason]) => {
  for (const chunk of [1, 3, 1000]) {
    const { seen, problems } = scan(text, chunk);
    expect(seen).toBe(expected);
    expect(problems.join("\n")).toMatch(/^warning 1:\d+ /);
    expect(problems.join("\n")).toContain(reason);
  }
});

test("a document type with entities stops the parser", () => {
  const { seen, problems } = scan('<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>', 4);
  expect(seen).toBe("");
  expect(problems).toEqual([expect.stringMatching(/^incomplete 2:1 /)]);
});

test.for([
  ["<a><b>t", ["a", "b"]],
  ['<a b="', [""]],
  ["<a><![CDATA[t", ["a", ""]],
  ["<a><!-- t", ["a", ""]],
] as const)("%s is incomplete", ([text, open]) => {
  expect(scan(text).open).toEqual(open);
});

test("columns and lines count from the beginning of the document, whatever the chunks", () => {
  const text = "<a>\n  <b>\n\n    & </b>\n</a>";
  for (const chunk of [1, 4, 1000])
    expect(scan(text, chunk).problems).toEqual([expect.stringMatching(/^warning 4:5 /)]);
});

test("passes comments, and only the beginning of a long one", () => {
  for (const chunk of [1, 2, 7, 1000]) {
    const { comments } = scanAll(`<!--a--><a><!-- fail 1 --><!----><!--${"x".repeat(500)}--></a>`, chunk);
    expect(comments).toEqual(["a", " fail 1 ", "", "x".repeat(200)]);
  }
});
