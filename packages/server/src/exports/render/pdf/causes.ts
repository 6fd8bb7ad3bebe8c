import type { FailureState } from "@plumb/contract/failures/failing-state.ts";
import type { ResultRow } from "@plumb/contract/runs/results.ts";
import type { ReportSource } from "#exports/source/report-source.ts";

/** Failures with the same cause. */
export interface Cause {
  /** Error line of a failure; `null` if the report has none. */
  readonly errorLine: string | null;
  readonly count: number;
  /** Number of new and returned failures; 0 if unknown. */
  readonly newCount: number;
  readonly backCount: number;
  /** Ids of the failures that are described in full: new, back, then known ones. */
  readonly described: readonly number[];
}

export interface Causes {
  /** Causes with new failures first, then those with the most failures; failures without an error last. */
  readonly causes: readonly Cause[];
  readonly failures: number;
  /** Number of new and returned failures; `null` if there is no base run. */
  readonly counts: { readonly new: number; readonly back: number } | null;
  /** States of the failures that are described in full; `null` if there is no base run. */
  readonly states: ReadonlyMap<number, FailureState> | null;
}

interface Open {
  readonly signature: string | null;
  readonly errorLine: string | null;
  count: number;
  newCount: number;
  backCount: number;
  readonly new: number[];
  readonly back: number[];
  readonly known: number[];
}

/** Number of failures per request. */
const rowsAtOnce = 1000;
/** Maximum number of causes; the others are combined in one entry. */
const maxCauses = 2000;
/** Number of causes to keep per shown cause, because a later one may sort first. */
const rememberedPerDescribed = 5;

/** Groups the failures of a report by cause, in one pass over its failed rows. */
export async function causesOf(source: Pick<ReportSource, "rows" | "failingStates">, max: number): Promise<Causes> {
  const open = new Map<string | null, Open>();
  const retainedStates = new Map<number, FailureState>();
  let failures = 0;
  let compared = true;
  for await (const rows of failedRows(source)) {
    const states = await source.failingStates(rows);
    compared &&= states !== null;
    for (const { id, failureSignature, errorLine } of rows) {
      failures += 1;
      const signature = open.has(failureSignature) || open.size < maxCauses ? failureSignature : null;
      const cause = open.get(signature) ?? opened(signature, errorLine);
      open.set(signature, cause);
      cause.count += 1;
      const state = states?.get(id) ?? "known";
      if (state === "new") cause.newCount += 1;
      if (state === "back") cause.backCount += 1;
      if (retainedStates.size === max * rememberedPerDescribed) continue;
      retainedStates.set(id, state);
      cause[state].push(id);
    }
  }
  let room = max;
  const causes = [...open.values()]
    .toSorted(
      (a, b) =>
        Number(a.signature === null) - Number(b.signature === null) ||
        b.newCount - a.newCount ||
        b.backCount - a.backCount ||
        b.count - a.count,
    )
    .map(({ errorLine, count, newCount, backCount, ...ids }): Cause => {
      const described = [...ids.new, ...ids.back, ...ids.known].slice(0, room);
      room -= described.length;
      return { errorLine, count, newCount, backCount, described };
    });
  if (!compared) return { causes, failures, counts: null, states: null };
  const sum = (of: (cause: Cause) => number) => causes.reduce((all, cause) => all + of(cause), 0);
  const counts = { new: sum(({ newCount }) => newCount), back: sum(({ backCount }) => backCount) };
  return { causes, failures, counts, states: retainedStates };
}

function opened(signature: string | null, errorLine: string | null): Open {
  return { signature, errorLine, count: 0, newCount: 0, backCount: 0, new: [], back: [], known: [] };
}

/** Rows are sorted: failed first, errored next. */
async function* failedRows({ rows }: Pick<ReportSource, "rows">): AsyncGenerator<readonly ResultRow[]> {
  let held: ResultRow[] = [];
  for await (const row of rows()) {
    if (row.status !== "failed" && row.status !== "error") break;
    held.push(row);
    if (held.length < rowsAtOnce) continue;
    yield held;
    held = [];
  }
  if (held.length > 0) yield held;
}
