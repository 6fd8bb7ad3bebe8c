import { counted } from "@plumb/contract/text/counted.ts";
import { cutAtWord } from "@plumb/contract/text/cut.ts";
import { plainReason } from "./plain-reason.ts";

/** A cause, as far as its title needs it. */
export interface TitledCause {
  /** Error of the cause as in the report; the first lines are enough. */
  readonly message: string;
  /** The test to name; `null` if it is unknown. */
  readonly test: FailingTest | null;
  /** Number of tests that fail with the cause. */
  readonly tests: number;
}

export interface FailingTest {
  /** Names of its suites and of the test. */
  readonly titlePath: readonly string[];
  /** Such as the browser; empty if there is none. */
  readonly variant: string;
  /** `null` if the report has none. */
  readonly file: string | null;
  readonly line: number | null;
}

/** `returned`: it fails again after runs without it. `fixed`: its tests passed again. */
export type CauseChange = "failing" | "returned" | "fixed";

const maxTitle = 120;
const longest = { test: 50, reason: 40, path: 200 } as const;

/**
 * Returns the title of a cause, cut after a word: `“checkout” fails: applyVoucher is not defined`. Chat messages, mails, tickets, comments on
 * pull requests and the tools for agents use the same title. The text is not escaped.
 */
export function causeTitle(
  { message, test, tests }: TitledCause,
  { change = "failing", maxLength = maxTitle }: { readonly change?: CauseChange; readonly maxLength?: number } = {},
): string {
  const reason = plainReason(message);
  const name = test?.titlePath.at(-1) ?? "";
  const head = name === "" ? counted(Math.max(tests, 1), "test") : named(cutAtWord(name, longest.test), tests);
  const verb = verbs[change][tests > 1 ? 1 : 0];
  if (reason === "") return cutAtWord(`${head} ${verb}`, maxLength);
  const start = change === "fixed" ? `${head} ${verb}, was: ` : `${head} ${verb}: `;
  return start + cutAtWord(reason, Math.max(maxLength - start.length, longest.reason));
}

/** Verb for one test, and for several. */
const verbs: Readonly<Record<CauseChange, readonly [string, string]>> = {
  failing: ["fails", "fail"],
  returned: ["fails again", "fail again"],
  fixed: ["passes again", "pass again"],
};

function named(name: string, tests: number): string {
  return tests > 1 ? `“${name}” and ${counted(tests - 1, "more test")}` : `“${name}”`;
}

/** Returns a test with its location, such as `pay › checkout [firefox] (pay.spec.ts:12)`. */
export function testText({ titlePath, variant, file, line }: FailingTest): string {
  const name = `${cutAtWord(titlePath.join(" › "), longest.path)}${variant === "" ? "" : ` [${variant}]`}`;
  return file === null ? name : `${name} (${file}${line === null ? "" : `:${line}`})`;
}
