import type { ClassifiedFailure } from "@plumb/analysis/classification/classify.ts";
import { seeded } from "./random.ts";

/** Values that differ between failures of one cause. */
interface Variation {
  readonly count: number;
  readonly id: string;
  readonly port: number;
  readonly ms: number;
  readonly test: number;
}

type Cause = (varied: Variation, thing: string) => ClassifiedFailure;

const things = ["basket", "invoice", "profile", "search", "refund", "stock", "coupon", "address", "review", "shipment"];

const causes: readonly Cause[] = [
  ({ ms, test }, thing) => ({
    framework: "Playwright",
    title: `shows the ${thing} ${test}`,
    message: `TimeoutError: locator.click: Timeout ${ms}ms exceeded.\nCall log:\n  - waiting for getByRole('button', { name: 'Open ${thing}' })\n\n  ${test} |   await page.goto('/');\n> ${test + 1} |   await page.getByRole('button', { name: 'Open ${thing}' }).click();\n     |                      ^\n    at /work/shop/tests/${thing}-${test}.spec.ts:${test}:22`,
  }),
  ({ port, test }, thing) => ({
    framework: "Playwright",
    title: `opens the ${thing}`,
    message: `Error: page.goto: net::ERR_CONNECTION_REFUSED at http://${thing}.shop.test:${port}/list/${test}\nCall log:\n  - navigating to "http://${thing}.shop.test:${port}/list/${test}", waiting until "load"\n    at /work/shop/tests/open-${test}.spec.ts:9:14`,
  }),
  ({ id, count, test }, thing) => ({
    framework: "JUnit",
    title: `sumOf${thing}${test}`,
    message: `${thing} ${id} has the wrong total expected:<12> but was:<${count % 10}>`,
    stack: `org.opentest4j.AssertionFailedError: ${thing} ${id} has the wrong total expected:<12> but was:<${count % 10}>\n\tat org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)\n\tat org.junit.jupiter.api.Assertions.assertEquals(Assertions.java:150)\n\tat test.shop.${thing}.TotalsTest.sum(TotalsTest.java:${test})\n\tat java.base/java.lang.reflect.Method.invoke(Method.java:568)`,
  }),
  ({ id, ms, test }, thing) => ({
    framework: "Selenium Java / TestNG",
    title: `${thing}Page.open`,
    message: `no such element: Unable to locate element: {"method":"css selector","selector":"#${thing}-head"}\n  (Session info: chrome=126.0.${ms}.57)\nBuild info: version: '4.22.0', revision: 'c5f3146703'\nSession ID: ${id}`,
    stack: `org.openqa.selenium.NoSuchElementException: no such element: Unable to locate element: {"method":"css selector","selector":"#${thing}-head"}\n  (Session info: chrome=126.0.${ms}.57)\n\tat org.openqa.selenium.remote.RemoteWebDriver.findElement(RemoteWebDriver.java:352)\n\tat pages.${thing}Page.open(${thing}Page.java:${test})\n\tat tests.${thing}Test.opens(${thing}Test.java:31)`,
  }),
  ({ count, test }, thing) => ({
    framework: "pytest",
    title: `test_${thing}_is_listed_${test}`,
    message: `AssertionError: assert 500 == 200\n +  where 500 = <Response [500 Internal Server Error]>.status_code`,
    stack: `    def test_${thing}_is_listed_${test}(client):\n>       assert client.get('/${thing}?page=${count}').status_code == 200\nE       AssertionError: assert 500 == 200\nE        +  where 500 = <Response [500 Internal Server Error]>.status_code\n\ntests/test_${thing}.py:${test}: AssertionError`,
  }),
  ({ test }, thing) => ({
    framework: "Vitest",
    title: `${thing} > reads ${test}`,
    message: `TypeError: Cannot read properties of undefined (reading '${thing}Id')`,
    stack: `TypeError: Cannot read properties of undefined (reading '${thing}Id')\n    at read${thing} (/work/shop/src/${thing}.ts:${test}:12)\n    at /work/shop/src/${thing}.test.ts:${test + 3}:5`,
  }),
  ({ id, ms }, thing) => ({
    framework: "Cypress",
    title: `keeps the ${thing}`,
    message: `AssertionError: Timed out retrying after ${ms}ms: expected '<p#${thing}-state>' to have text 'Saved', but the text was 'Saving order ${id}'`,
    stack: `    at Context.eval (webpack://shop/./cypress/e2e/${thing}.cy.ts:21:9)`,
  }),
  (_, thing) => ({
    framework: "Robot Framework",
    title: `Open ${thing}`,
    message: `Parent suite setup failed:\nNo keyword with name 'Open ${thing} Page' found.`,
  }),
];

/** Number of causes. */
export const madeCauses = causes.length * things.length;

/**
 * Yields failures with the number of their cause. Ids, times, ports, counts and locations vary between failures.
 *
 * @param isEachItsOwn Gives each failure its own cause, so that caches do not help.
 */
export function* madeFailures(
  count: number,
  isEachItsOwn = false,
): Generator<{ readonly failure: ClassifiedFailure; readonly cause: number }> {
  const random = seeded(7);
  const below = (limit: number) => Math.floor(random() * limit);
  for (let made = 0; made < count; made += 1) {
    const kind = below(causes.length);
    const thing = below(things.length);
    const varied = {
      count: below(1000),
      id: Array.from({ length: 4 }, () =>
        below(2 ** 32)
          .toString(16)
          .padStart(8, "0"),
      ).join(""),
      port: 1024 + below(60_000),
      ms: 1000 * (1 + below(60)),
      test: 10 + below(80),
    };
    const own = isEachItsOwn ? inLetters(made) : "";
    const failure = causes[kind]?.(varied, `${things[thing] ?? ""}${own}`);
    if (failure !== undefined) yield { failure, cause: isEachItsOwn ? made : kind * things.length + thing };
  }
}

/** Writes a number with letters, because digits would be ignored as varying values. */
function inLetters(value: number): string {
  return String(value).replaceAll(/\d/g, (digit) => "qwertzuiop"[Number(digit)] ?? "");
}
