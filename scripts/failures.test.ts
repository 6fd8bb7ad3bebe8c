import { join } from "node:path";
import { expect, test } from "vitest";
import { playwrightFindings, vitestFindings } from "./failures.mjs";

const passed = { fullName: "adds", status: "passed", failureMessages: [] };

test("names failed Vitest tests with the start of their message, without colours", () => {
  const message = ["\u001B[31mAssertionError: 3 is not 2\u001B[39m", "", ...Array.from({ length: 99 }, () => "  at x")];
  const file = {
    name: join(process.cwd(), "packages", "sum.test.ts"),
    status: "failed",
    message: "",
    assertionResults: [passed, { fullName: "sum adds", status: "failed", failureMessages: [message.join("\n")] }],
  };
  const [found = "", ...others] = vitestFindings({
    testResults: [file, { ...file, assertionResults: [passed] }],
  }).failed.map((text) => text.split("\n"));
  expect(found.slice(0, 2)).toEqual([
    `  ${join("packages", "sum.test.ts")} › sum adds`,
    "    AssertionError: 3 is not 2",
  ]);
  expect(found).toHaveLength(17);
  expect(others).toHaveLength(1);
});

test("names Vitest tests that passed on retry with the message of the failed attempt", () => {
  const retried = { ...passed, failureMessages: ["AssertionError: 3 is not 2"] };
  const file = { name: join(process.cwd(), "a.test.ts"), status: "passed", message: "" };
  expect(vitestFindings({ testResults: [{ ...file, assertionResults: [passed, retried] }] })).toEqual({
    failed: [],
    flaky: ["  a.test.ts › adds\n    AssertionError: 3 is not 2"],
  });
});

test("a file that fails to load is a failure, and one that passed is not", () => {
  const file = {
    name: join(process.cwd(), "a.test.ts"),
    status: "failed",
    message: "No such module",
    assertionResults: [],
  };
  const { failed } = vitestFindings({ testResults: [file, { ...file, status: "passed", message: "" }] });
  expect(failed).toEqual(["  a.test.ts\n    No such module"]);
});

test("names failed and flaky Playwright tests at any depth, and errors outside tests", () => {
  const errors = [
    { message: "not visible", stack: "Error: not visible\n    at mail.spec.ts:36", snippet: "> 36 | click" },
  ];
  const spec = (status: string) => ({
    title: `${status} mail`,
    file: "mail.spec.ts",
    line: 7,
    tests: [{ projectName: "e2e", status, results: [{ errors }, { errors: [] }] }],
  });
  const suites = [{ specs: [spec("flaky")], suites: [{ specs: [spec("unexpected"), spec("expected")] }] }];
  const said = "    Error: not visible\n        at mail.spec.ts:36\n    > 36 | click";
  expect(playwrightFindings({ suites, errors: [{ message: "no browser" }] })).toEqual({
    failed: ["  outside of a test\n    no browser", `  e2e › mail.spec.ts:7 › unexpected mail\n${said}`],
    flaky: [`  e2e › mail.spec.ts:7 › flaky mail\n${said}`],
  });
});
