import type { SuiteId } from "./catalogue.ts";
import { type Commit, commitOf } from "./commits.ts";
import { roll } from "./roll.ts";

/** A run of the demo project. */
export interface DemoRun {
  readonly suite: SuiteId;
  /** Shared by all suites of a pipeline. */
  readonly build: string;
  readonly daysAgo: number;
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly branch: string;
  readonly commit: Commit;
  readonly environment: "staging" | "preview";
  readonly ciUrl: string;
  /** Number of machines on which the tests run. */
  readonly shards: 1 | 2;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Interval in days at which the nightly pipeline runs each suite, and the offset from its start. */
const nightly: readonly { suite: SuiteId; everyDays: number; offsetMs: number }[] = [
  { suite: "web", everyDays: 2, offsetMs: 0 },
  { suite: "api", everyDays: 3, offsetMs: 0.1 * hourMs },
  { suite: "mobile", everyDays: 5, offsetMs: 0.6 * hourMs },
  { suite: "backOffice", everyDays: 6, offsetMs: 1.1 * hourMs },
];

/** Branches, and the days on which their pipelines ran the web suite. */
const branches: readonly (readonly [branch: string, ...daysAgo: number[]])[] = [
  ["feature/one-page-checkout", 75, 73, 70],
  ["feature/loyalty-points", 53, 52],
  ["fix/voucher-total", 38, 37],
  ["renovate/playwright-1.x", 25],
  ["feature/gift-cards", 9, 7, 5],
  ["fix/search-accents", 1],
];

/** Day from which the nightly pipeline uses a second machine. */
const shardedSinceDaysAgo = 40;
export const historyDays = 90;

/** Returns all runs of the 90 days before `now` (Unix milliseconds), oldest first. All of them have ended. */
export function schedule(seed: string, now: number): DemoRun[] {
  const lastNight = lastNightAt(now);
  const runs: DemoRun[] = [];
  for (let daysAgo = historyDays - 1; daysAgo >= 0; daysAgo--) {
    for (const { suite, everyDays, offsetMs } of nightly) {
      if (daysAgo % everyDays !== 0) continue;
      const startedAt = lastNight - daysAgo * dayMs + offsetMs + Math.floor(roll(seed, suite, daysAgo) * 240_000);
      const shards = suite === "web" && daysAgo <= shardedSinceDaysAgo ? 2 : 1;
      runs.push({ ...pipeline(seed, "main", daysAgo), suite, startedAt, environment: "staging", shards });
    }
    for (const [branch, ...days] of branches) {
      if (!days.includes(daysAgo)) continue;
      const startedAt = lastNight - daysAgo * dayMs + Math.floor((6 + 8 * roll(seed, branch, daysAgo)) * hourMs);
      const preview = { suite: "web", environment: "preview", shards: 1 } as const;
      runs.push({ ...pipeline(seed, branch, daysAgo), ...preview, startedAt });
    }
  }
  return runs.toSorted((a, b) => a.startedAt - b.startedAt);
}

/** All runs of a nightly pipeline have ended this long after its start. */
export const endedAfterMs = 3 * hourMs;

/**
 * Returns the start of the last nightly pipeline, at least three hours ago, so that its runs have ended. It starts at 2:00 UTC, or at 22:00 if its runs
 * would be older than a day, because such runs are history, about which no messages are sent.
 */
function lastNightAt(now: number): number {
  const early = Math.floor((now - 2 * hourMs - endedAfterMs) / dayMs) * dayMs + 2 * hourMs;
  return now - early < 23 * hourMs ? early : early + 20 * hourMs;
}

function pipeline(
  seed: string,
  branch: string,
  daysAgo: number,
): Pick<DemoRun, "build" | "daysAgo" | "branch" | "commit" | "ciUrl"> {
  const kind = branch === "main" ? "nightly" : branch.replaceAll("/", "-");
  const number = 400 + historyDays - daysAgo;
  const build = `${kind}-${number}`;
  return {
    build,
    daysAgo,
    branch,
    commit: commitOf(seed, branch, daysAgo),
    ciUrl: `https://ci.example/shop/${kind}/${number}`,
  };
}
