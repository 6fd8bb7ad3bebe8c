import { expect, test } from "vitest";
import { FailureAnalyst } from "./failure-analyst.ts";
import { failureSignature } from "#grouping/failure-signature.ts";

const failure = (id: string, ms: number) => ({
  framework: "Cypress",
  title: "pays",
  message: `AssertionError: Timed out retrying after ${ms}ms: order ${id}: expected '<p#state>' to have text 'Paid', but the text was 'Refused'`,
  stack: `    at Context.eval (webpack://shop/./cypress/e2e/pay.cy.ts:${ms}:9)`,
});

test("a failure gets its signature, whether it was seen before or not", () => {
  const analyst = new FailureAnalyst();
  const first = failure("5f0c7a9e-1111-4222-8333-444455556666", 4000);
  const second = failure("00000000-1111-4222-8333-4444aaaabbbb", 9000);
  const met = [analyst.analyse(first), analyst.analyse(second)];
  expect(met.map(({ signature }) => signature)).toEqual([
    failureSignature(first.message, first.stack),
    failureSignature(second.message, second.stack),
  ]);
  expect(met[0]?.signature).toBe(met[1]?.signature);
  expect(new FailureAnalyst().analyse(second).verdict).toEqual(met[1]?.verdict);
});

test("evidence is quoted from the failure itself", () => {
  const analyst = new FailureAnalyst();
  analyst.analyse(failure("5f0c7a9e-1111-4222-8333-444455556666", 4000));
  const { verdict } = analyst.analyse(failure("00000000-1111-4222-8333-4444aaaabbbb", 9000));
  expect(verdict.evidence.join("\n")).toContain("after 9000ms: order 00000000-1111-4222-8333-4444aaaabbbb");
});

const bare = (owner: string) => ({
  message: "expected [true] but found [false]",
  stack: `\tat shop.${owner}.pays(${owner}.java:1)`,
});

test("errors without information are not equal", () => {
  const analyst = new FailureAnalyst();
  expect(analyst.analyse(bare("PayTest")).signature).not.toBe(analyst.analyse(bare("CartTest")).signature);
});
