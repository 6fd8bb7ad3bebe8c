import { dim, green, red } from "../reports/ansi.ts";

export const staging = "https://staging.shop.example";

/** Returns the message of a failed `expect(locator).<matcher>(…)`. */
export function expectationFailed(failure: {
  matcher: string;
  locator: string;
  expected: string;
  received: string;
  timeoutMs: number;
  seen: string;
}): string {
  const { matcher, locator, expected, received, timeoutMs, seen } = failure;
  const head = `Error: ${dim("expect(")}${red("locator")}${dim(").")}${matcher}${dim("(")}${green("expected")}${dim(")")} failed`;
  const log = [
    `  - Expect "${matcher}" with timeout ${timeoutMs}ms`,
    `  - waiting for ${locator}`,
    `    ${Math.floor(timeoutMs / 340)} × ${seen}`,
    `       - unexpected value ${received}`,
  ];
  return [
    head,
    "",
    `Locator:  ${locator}`,
    `Expected: ${green(expected)}`,
    `Received: ${red(received)}`,
    `Timeout:  ${timeoutMs}ms`,
    "",
    "Call log:",
    ...log.map(dim),
    "",
  ].join("\n");
}

/** Returns the message of a failed `expect(value).toBe(…)`. */
export function valueDiffers(expected: string, received: string): string {
  const head = `Error: ${dim("expect(")}${red("received")}${dim(").")}toBe${dim("(")}${green("expected")}${dim(") // Object.is equality")}`;
  return `${head}\n\nExpected: ${green(expected)}\nReceived: ${red(received)}`;
}

/** Returns the message of an action on a locator that timed out or failed for another reason. */
export function actionFailed(action: string, what: string, log: readonly string[]): string {
  return `${action}: ${what}\nCall log:\n${log.map((line) => dim(`  - ${line}`)).join("\n")}\n`;
}
