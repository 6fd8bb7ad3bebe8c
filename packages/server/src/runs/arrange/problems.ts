import { rerunAdvice } from "@plumb/analysis/executions/rerun-advice.ts";
import type { FoundProblem } from "#store/ingest/problems.ts";
import type { Pairs } from "./group-results.ts";

/** Maximum number of file pairs to list. Other pairs are only counted. */
const maxPairs = 20;

/** Returns conflicts that cannot be resolved: two reports contain a test, and nothing indicates that one repeats the other. */
export function problemsOf(arranged: {
  readonly pairs: Pairs;
  readonly places: ReadonlyMap<number, string>;
  /** URL of the run in the CI system. */
  readonly ciUrl: string | null;
}): FoundProblem[] {
  const { pairs, places, ciUrl } = arranged;
  const unclear = pairs
    .all()
    .filter(({ relation }) => relation.kind === "unclear")
    .filter(({ a, b }) => (places.get(a.id) ?? "") === (places.get(b.id) ?? ""));
  const problems = unclear.slice(0, maxPairs).map(({ a, b, shared }) => ({
    sourceId: b.id,
    severity: "warning" as const,
    file: b.fileName,
    reason: `${tests(shared.both)} also in ${a.fileName}, and nothing declares that one of them is a re-run, so both results count. ${rerunAdvice(ciUrl)} If they ran on different systems, upload each with its own --environment.`,
  }));
  const [more] = unclear.slice(maxPairs);
  if (more === undefined) return problems;
  const reason = `${unclear.length - maxPairs} more pairs of files share tests, and both results of each test count.`;
  return [...problems, { sourceId: more.b.id, severity: "warning", file: more.b.fileName, reason }];
}

function tests(count: number): string {
  return count === 1 ? "1 test is" : `${count.toLocaleString("en")} tests are`;
}
