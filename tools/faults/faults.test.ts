import { expect, test } from "vitest";
import { runFaults } from "./run-faults.ts";

/** `node scripts/run.mjs tools/faults/main.ts --rounds 200` runs the long version. */
const rounds = 4;

test.for([[1], [2]])(
  "nothing acknowledged is lost or doubled while servers, database and disk fail at random (seed %i)",
  { timeout: 900_000 },
  async ([seed = 1]) => {
    const report = await runFaults({ seed, rounds, log: () => undefined });
    expect(report.differences).toEqual([]);
    expect([...report.injected.values()].reduce((sum, count) => sum + count, 0)).toBe(rounds);
    expect(report.runs).toBeGreaterThan(0);
  },
);
