import { expect, test } from "vitest";
import { FailureGroups } from "#grouping/failure-groups.ts";
import { FailureAnalyst } from "./failure-analyst.ts";

const analyst = new FailureAnalyst();
const sure = 0.9;

const minified = (column: number) =>
  `/srv/app/dist/index-B3xK9s.js:1\n${"function(e,t){return e.a=b(t),c};".repeat(20)}`.padEnd(1200 + column, "a=b;");

test.for<[name: string, message: string, stack?: string]>([
  ["one word", "failed"],
  ["one letter", "x"],
  ["the name of a class", "Error"],
  ["nothing but a sign", "."],
  ["null", "null"],
  ["five megabytes of a log", "2026-01-02T10:11:12Z INFO request 200 /a/b?c=1 took 12ms\n".repeat(90_000)],
  ["five megabytes in one line", "a b ".repeat(1_300_000)],
  ["a picture", `\uFFFDPNG\r\n\u001A\n${"\u0000\uFFFD\u0007IHDR\uFFFD\u0001".repeat(100_000)}`],
  ["zeros", "\u0000".repeat(1_000_000)],
  ["lone surrogates", "\uD800".repeat(100_000)],
  ["a flood of colours", "\u001B[31m".repeat(500_000)],
  ["a flood of lost colours", "[31m".repeat(1_000_000)],
  ["a flood of entities", "&quot;".repeat(800_000)],
  ["a flood of quotes", `expected '${"a'".repeat(500_000)} to be 'x'`],
  ["a flood of ids", "a1b2c3d4-".repeat(500_000)],
  ["a flood of names of pods", "-a1b2c3d4e5-x2x4z".repeat(200_000)],
  ["a flood of list items", Array.from({ length: 50_000 }, (_, index) => `${index + 1}) failure`).join("\n")],
  ["a minified bundle", minified(0)],
])("%s is analysed without certainty", ([, message, stack]) => {
  const { outline, verdict } = analyst.analyse({ message, stack: stack ?? null, title: "pays", framework: "junit" });
  expect(verdict.confidence).toBeLessThan(sure);
  expect(outline.text.length).toBeLessThan(1000);
});

test.for<[name: string, failures: readonly (readonly [message: string, stack: string])[]]>([
  [
    "a minified bundle, at other columns",
    [
      ["TypeError: Cannot read properties of undefined (reading 'total')", minified(0)],
      ["TypeError: Cannot read properties of undefined (reading 'total')", minified(80)],
    ],
  ],
  [
    "a stack of another language",
    [
      [
        "Request failed: order is null",
        "Request failed: order is null\n\tat shop.Orders.total(Orders.java:12)\n\tat shop.Api.get(Api.java:4)",
      ],
      [
        "Request failed: order is null",
        "Request failed: order is null\n   at Shop.Orders.Total() in /src/Orders.cs:line 9",
      ],
      [
        "Request failed: order is null",
        'Traceback (most recent call last):\n  File "/srv/orders.py", line 3, in total',
      ],
      ["Request failed: order is null", "# ./app/orders.rb:4:in `total'"],
    ],
  ],
  [
    "text with bytes in it",
    [
      ["the answer \u0000is not valid: boom and bust", ""],
      ["the answer is not valid\uFFFD: boom and bust", ""],
    ],
  ],
])("%s: one group", ([, failures]) => {
  const groups = new FailureGroups();
  const outlines = failures.map(([message, stack]) => analyst.analyse({ message, stack }).outline);
  for (const outline of outlines) groups.add(outline);
  expect(new Set(outlines.map((outline) => groups.groupOf(outline))).size).toBe(1);
});

const failedTool = (name: string) =>
  `AssertionError: npm test ended with exit code 1:\n FAIL src/${name}.test.ts\n  ● ${name}\n    ${name} is not defined`;

test("the text around the output of another tool is kept, and several such outputs are not one cause", () => {
  const [one, other] = ["total", "cart"].map((name) => analyst.analyse({ message: failedTool(name) }));
  expect(one?.outline.text).toContain("npm test ended with exit code 1");
  expect(one?.signature).not.toBe(other?.signature);
});

test("a binary file has no text, so it has nothing in common with others", () => {
  const picture = analyst.analyse({ message: "\u0000\uFFFD\u0007IHDR\u0001".repeat(1000) });
  expect(picture.outline.text).toBe("");
  expect(picture.verdict.class).toBe("Unknown");
});
