import { expect, test } from "vitest";
import { expectedReceived } from "./expected-received.ts";

const red = "\u001B[31m";
const off = "\u001B[39m";

test.each([
  [
    "Playwright",
    `Error: expect(locator).toHaveText(expected) failed\n\nLocator:  getByRole('status')\nExpected: ${red}"2 pieces"${off}\nReceived: ${red}"1 piece"${off}\nTimeout:  5000ms\n\nCall log:\n  - waiting`,
    '"2 pieces"',
    '"1 piece"',
  ],
  [
    "Playwright, older",
    'Error: Timed out 5000ms waiting for expect(locator).toHaveURL(expected)\n\nExpected string: "https://shop/paid"\nReceived string: "https://shop/cart"\nCall log:\n  - x',
    '"https://shop/paid"',
    '"https://shop/cart"',
  ],
  [
    "Jest",
    "expect(received).toBe(expected) // Object.is equality\n\nExpected: 201\nReceived: 500\n\n  41 | x",
    "201",
    "500",
  ],
  [
    "Jest's difference",
    'expect(received).toEqual(expected) // deep equality\n\n- Expected  - 1\n+ Received  + 1\n\n  Object {\n-   "a": 1,\n+   "a": 2,\n    "b": 3,\n  }\n\n    at x.test.ts:3:1',
    'Object {\n  "a": 1,\n  "b": 3,\n}',
    'Object {\n  "a": 2,\n  "b": 3,\n}',
  ],
  ["Chai", "AssertionError: expected 500 to equal 201", "201", "500"],
  ["Chai, deeply", "AssertionError: expected { a: 1 } to deeply equal { a: 2 }", "{ a: 2 }", "{ a: 1 }"],
  [
    "Mocha's difference",
    "AssertionError: not equal\n      + expected - actual\n\n      -500\n      +201\n\n      at x",
    "201",
    "500",
  ],
  ["Node's assert", "Expected values to be strictly equal:\n\n1 !== 2\n", "2", "1"],
  ["Node's difference", "Expected values to be strictly equal:\n+ actual - expected\n\n+ 'a'\n- 'b'\n", "'b'", "'a'"],
  ["Cypress", "expected '<h1>' to have text 'Paid', but the text was 'Refused'", "Paid", "Refused"],
  ["JUnit 4", "java.lang.AssertionError: expected:<201> but was:<500>", "201", "500"],
  ["JUnit 5", "org.opentest4j.AssertionFailedError: expected: <201> but was: <500>", "201", "500"],
  ["TestNG", "expected [201] but found [500]", "201", "500"],
  ["Hamcrest", 'Expected: is "paid"\n     but: was "refused"', 'is "paid"', 'was "refused"'],
  ["AssertJ", "Expecting:\n <500>\nto be equal to:\n <201>\nbut was not.", "<201>", "<500>"],
  ["AssertJ 3", "expected: 201\n but was: 500", "201", "500"],
  ["NUnit", "  Expected: 201\n  But was:  500\n", "201", "500"],
  ["xUnit", "Assert.Equal() Failure\nExpected: 201\nActual:   500", "201", "500"],
  ["testify", "Error:      \tNot equal: \n            \texpected: 201\n            \tactual  : 500", "201", "500"],
  ["Node's assert with its class", "AssertionError [ERR_ASSERTION]: 1 == 2", "2", "1"],
  ["pytest", "AssertionError: assert 500 == 201", "201", "500"],
  [
    "pytest's own lines",
    "    def test_total():\n>       assert total() == 201\nE       assert 500 == 201",
    "201",
    "500",
  ],
  ["plain words", "expected 201, got 500", "201", "500"],
])("%s", (_, message, expected, received) => {
  expect(expectedReceived(message)).toEqual({ expected, received });
});

test.each([
  ["a timeout", "Timed out after 30 s"],
  ["nothing", ""],
  ["half of it", "Expected: 201"],
  ["the same twice", "Expected: 1\nReceived: 1"],
  ["labels without values", "Expected:\nReceived:"],
  [
    "a comparison in the code around it",
    "boom\n\n  41 | const a = 1;\n> 42 | if (a === b) throw new Error('boom');\n     |    ^",
  ],
  ["a comparison in a line of code", "boom\nif (status === 200) return;"],
  [
    "an assertion in a line of code",
    "    def test_total():\n>       assert total() == 201\nE       TypeError: no total",
  ],
  ["a comparison that a message talks about", "SyntaxError: unexpected token near a == b"],
])("%s has no difference", (_, message) => {
  expect(expectedReceived(message)).toBeNull();
});

test.each([
  ["spaces", " ".repeat(5_000_000)],
  ["expected", "expected ".repeat(600_000)],
  ["assert", "assert = == ".repeat(400_000)],
  ["brackets", "expected:<".repeat(500_000)],
  ["labels", "Expected: x\n".repeat(400_000)],
  ["signs", `- Expected\n+ Received\n${"-a\n+b\n".repeat(500_000)}`],
  ["broken text", "\uD800\u0000Expected: \uD800\nReceived: \u0000"],
])("parses hostile %s quickly without throwing", (_, message) => {
  expect(() => expectedReceived(message)).not.toThrow();
});
