import { expect, test } from "vitest";
import { verdictOf } from "./verdict.ts";

const playwright = { framework: "playwright", title: "pays by card" };

test.for([
  ["page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:3000/login", "Environment Issue", "localhost:3000"],
  [
    "locator.click: Error: strict mode violation: getByRole('button') resolved to 3 elements",
    "Automation Script Error",
    "getByRole('button')",
  ],
] as const)("%s is a %s, and its fixes mention %s", ([message, expected, named]) => {
  const verdict = verdictOf([{ message: `Error: ${message}` }], playwright);
  expect(verdict?.class).toBe(expected);
  expect(verdict?.evidence.join("\n")).toContain(named);
  expect(verdict?.suggestedFixes.map(({ text, code }) => `${text} ${code ?? ""}`).join("\n")).toContain(named);
  expect(verdict?.confidence).toBeGreaterThanOrEqual(70);
});

test("the most informative of several errors decides, without its colours", () => {
  const errors = [
    { message: "Test timeout of 30000ms exceeded." },
    { message: "\u001B[31mError: connect ECONNREFUSED 10.0.0.7:5432\u001B[39m" },
  ];
  expect(verdictOf(errors, playwright)).toMatchObject({
    class: "Environment Issue",
    evidence: [expect.stringContaining("ECONNREFUSED 10.0.0.7:5432")],
  });
});

test.for([[[]], [[{ message: "" }]], [[{ message: "\u0001\u0002\uFFFD" }]]])(
  "errors without information have no verdict: %j",
  ([errors]) => {
    expect(verdictOf(errors ?? [], playwright)).toBeNull();
  },
);

test("reads only the start of five megabytes of stack", () => {
  const stack = "    at deep (node_modules/lib/index.js:1:1)\n".repeat(120_000);
  const errors = [{ message: "ReferenceError: price is not defined", stack }];
  expect(verdictOf(errors, { framework: "jest", title: "adds" })?.class).toBe("Automation Script Error");
});
