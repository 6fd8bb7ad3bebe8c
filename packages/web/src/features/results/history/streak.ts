import type { PastResult } from "@plumb/contract/runs/results.ts";
import { shortCommit } from "#lib/format/format.ts";

const failed = ({ status }: PastResult) => status === "failed" || status === "error";

/**
 * Returns the recent history of a test as text: `Failing since #102, commit a91f3c2 (4 runs)`. Ignores skipped runs.
 *
 * @param history Oldest first, ending with the shown result.
 * @param max Maximum number of known outcomes. If all of them failed, the streak may have started earlier.
 */
export function streakText(history: readonly PastResult[], max: number): string {
  if (history.length <= 1) return "First run of this test";
  const decided = history.filter(({ status }) => status !== "skipped" && status !== "running");
  const lastGood = decided.findLastIndex((past) => !failed(past));
  const streak = decided.slice(lastGood + 1);
  const [first] = streak;
  if (first === undefined) {
    const failures = decided.filter(failed).length;
    const last = decided.findLast(failed);
    if (last === undefined) return `No failure in the last ${history.length} runs`;
    return `Failed in ${failures} of the last ${history.length} runs, last in #${last.number}`;
  }
  const commit = first.commit === null ? "" : `, commit ${shortCommit(first.commit)}`;
  const good = decided[lastGood];
  if (streak.length === 1 && good !== undefined) {
    const before = decided.slice(0, lastGood).some(failed) ? `Failed again after it passed in` : `New: it passed until`;
    return `${before} #${good.number}${commit.replace(", commit", ". Commit")}`;
  }
  const open = lastGood === -1 && history.length >= max;
  return `Failing since ${open ? "at least " : ""}#${first.number}${commit} (${streak.length} runs)`;
}
