import { expect, test } from "vitest";
import { printedError } from "./printed-error.ts";

const frame = `  25 |   });
  26 |   test('several', async ({ page }) => {
> 27 |     await expect.soft(page.locator('#n')).toHaveText('5');
     |                                           ^
  28 |     await expect.soft(page).toHaveTitle('Other');
  29 |
  30 |   });`;
const visibleMessage = 'Error: expect(locator).toHaveText(expected) failed\n\nExpected: "5"\nReceived: "0"';

test("splits Playwright's printed error into message, frame and stack", () => {
  expect(printedError(`${visibleMessage}\n\n\n${frame}\n    at /repo/cart.spec.ts:27:43`)).toEqual({
    text: visibleMessage,
    frame,
    stack: "    at /repo/cart.spec.ts:27:43",
  });
});

test("keeps colours", () => {
  const coloured = "\u001B[2m  26 |\u001B[22m x\n\u001B[31m>\u001B[39m 27 | y\n\u001B[2m     |\u001B[22m ^";
  expect(printedError(`boom\n\n${coloured}`)).toEqual({ text: "boom", frame: coloured, stack: null });
});

test("text after a frame stays part of the message", () => {
  expect(printedError(`boom\n\n> 27 | y\n\nSee the log.`)).toEqual({
    text: "boom\n\nSee the log.",
    frame: "> 27 | y",
    stack: null,
  });
});

test.for([
  ["boom", "no frame"],
  ["name | status\n1 | failed\n2 | passed", "a table"],
  ["a || b\n> quoted", "signs that look like one"],
  ["", "nothing"],
] as const)("%j is all message: %s", ([message]) => {
  expect(printedError(message)).toEqual({ text: message, frame: null, stack: null });
});

test("a hostile message takes little time", () => {
  expect(printedError(`> 1 |${" ".repeat(50_000)}`).frame).not.toBeNull();
  expect(printedError("> 1 |\n".repeat(9_000)).stack).toBeNull();
  expect(printedError("|".repeat(5_000_000)).frame).toBeNull();
});
