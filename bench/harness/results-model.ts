import { seeded } from "./random.ts";

/** Generated run. All reports of the bench are written from it, so that all tools read the same results. */
export interface SpecFile {
  readonly file: string;
  readonly describe: string;
  readonly tests: readonly ModelTest[];
}

export interface ModelTest {
  /** Id in Playwright's format: hash of the file, then hash of the title. */
  readonly id: string;
  readonly title: string;
  readonly line: number;
  readonly outcome: "passed" | "failed" | "flaky" | "skipped";
  readonly attempts: readonly ModelAttempt[];
}

export interface ModelAttempt {
  readonly status: "passed" | "failed";
  readonly startedAt: number;
  readonly durationMs: number;
  readonly worker: number;
  readonly steps: readonly { readonly title: string; readonly durationMs: number }[];
  readonly stdout: string | null;
  readonly error: { readonly message: string; readonly stack: string; readonly snippet: string } | null;
}

export const rootDir = "/home/runner/work/shop/shop/tests";
export const runStartedAt = Date.parse("2026-03-02T08:00:00Z");
export const workers = 8;
const testsPerFile = 25;

/**
 * Yields the suite of a shop. Out of 100 tests, 2 fail in both attempts, 1 passes in the second attempt and 2 are skipped. Each test has three steps,
 * and every twentieth prints a line. The same count and seed give the same results. With different values of `run`, tests have the same names but
 * different outcomes.
 */
export function* specFiles(
  count: number,
  seed: number,
  { run, startedAt = runStartedAt }: { readonly run?: number; readonly startedAt?: number } = {},
): Generator<SpecFile> {
  const random = seeded(seed);
  const outcomes = run === undefined ? random : seeded(seed + run * 7919);
  const pick = <T>(list: readonly T[], by = random) => list[Math.floor(by() * list.length)] as T;
  let clock = startedAt;
  for (let first = 0, index = 0; first < count; first += testsPerFile, index++) {
    const area = pick(areas);
    const file = `${area}/${area}-${String(index).padStart(4, "0")}.spec.ts`;
    const tests: ModelTest[] = [];
    for (let at = first; at < Math.min(count, first + testsPerFile); at++) {
      const title = `${pick(actors)} ${pick(actions)} ${pick(objects)} number ${at}`;
      const line = 12 + (at - first) * 9;
      const dice = outcomes();
      const outcome = dice < 0.02 ? "failed" : dice < 0.03 ? "flaky" : dice < 0.05 ? "skipped" : "passed";
      const statuses = {
        passed: ["passed"],
        failed: ["failed", "failed"],
        flaky: ["failed", "passed"],
        skipped: [],
      } as const;
      const attempts = statuses[outcome].map((status): ModelAttempt => {
        const durationMs = Math.round(120 + outcomes() * 4000);
        clock += Math.round(durationMs / workers);
        return {
          status,
          startedAt: clock,
          durationMs,
          worker: Math.floor(outcomes() * workers),
          steps: [
            "open the page",
            `search for ${pick(objects, outcomes)}`,
            `check the ${pick(objects, outcomes)} in the list`,
          ].map((step) => ({ title: step, durationMs: Math.round((outcomes() * durationMs) / 3) })),
          stdout:
            outcomes() < 0.05 ? `[shop] ${title}: cache was warm, ${Math.round(outcomes() * 900)} entries\n` : null,
          error: status === "failed" ? failure(file, line, pick(objects, outcomes)) : null,
        };
      });
      const hash = (value: number) =>
        Math.imul(value + seed, 0x9e3779b1)
          .toString(16)
          .replace("-", "f")
          .padEnd(20, "0");
      tests.push({ id: `${hash(index)}-${hash(at + 1_000_003)}`, title, line, outcome, attempts });
    }
    yield { file, describe: `The ${area}`, tests };
  }
}

/** Returns a failed assertion as printed by Playwright, with colours. */
function failure(file: string, line: number, object: string): NonNullable<ModelAttempt["error"]> {
  const message =
    `Error: \u001b[2mexpect(\u001b[22m\u001b[31mlocator\u001b[39m\u001b[2m).\u001b[22mtoHaveText\u001b[2m(\u001b[22m\u001b[32mexpected\u001b[39m\u001b[2m)\u001b[22m failed\n\n` +
    `Locator:  getByRole('listitem', { name: '${object}' })\nExpected: \u001b[32m"2 pieces"\u001b[39m\nReceived: \u001b[31m"1 piece"\u001b[39m\nTimeout:  5000ms\n\n` +
    `Call log:\n\u001b[2m  - Expect "toHaveText" with timeout 5000ms\u001b[22m\n\u001b[2m  - waiting for getByRole('listitem', { name: '${object}' })\u001b[22m\n` +
    `\u001b[2m    9 × locator resolved to <li class="row">1 piece</li>\u001b[22m\n\u001b[2m      - unexpected value "1 piece"\u001b[22m\n`;
  const location = `${rootDir}/${file}:${line + 6}:42`;
  return {
    message,
    stack: `${message}\n    at ${location}\n    at step (${rootDir}/support/steps.ts:31:9)`,
    snippet:
      `  ${line + 5} |   await page.getByRole('button', { name: 'Add' }).click();\n> ${line + 6} |   await expect(item).toHaveText('2 pieces');\n` +
      `     |                      ^\n  ${line + 7} | });`,
  };
}

const areas = ["cart", "checkout", "search", "account", "catalogue", "delivery", "payment", "returns"];
const actors = ["a guest", "a customer", "a member", "an administrator", "a support agent"];
const actions = ["adds", "removes", "edits", "orders", "compares", "reviews", "shares", "filters by"];
const objects = [
  "the blue teapot",
  "a gift card",
  "two lamps",
  "the last chair",
  "a coupon",
  "an invoice",
  "the parcel",
];
