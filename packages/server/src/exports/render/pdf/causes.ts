import type { FailureState } from "@plumb/contract/failures/failing-state.ts";
import type { ResultRow } from "@plumb/contract/runs/results.ts";
import type { ReportSource } from "#exports/source/report-source.ts";

/** Failures of one kind. */
export interface Cause {
  /** Of one of its failures; null if the report gives no error. */
  readonly errorLine: string | null;
  readonly count: number;
  /** New ones and returned ones; 0 if unknown. */
  readonly newCount: number;
  readonly backCount: number;
  /** The failures described in full: new, back, then known ones. */
  readonly told: readonly number[];
}

export interface Causes {
  /** Those with new failures first, then those with the most; the failures without an error last. */
  readonly causes: readonly Cause[];
  /** How many failures there are. */
  readonly failures: number;
  /** How many of them are new and back; null if there is nothing to compare with. */
  readonly counts: { readonly new: number; readonly back: number } | null;
  /** The positions of the failures described in full; null if there is no base. */
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

/** Failures that are looked at together. */
const rowsAtOnce = 1000;
/** Maximum; the rest is one entry. */
const mostCauses = 2000;
/** This many are remembered for each one shown, because a late cause may sort first. */
const rememberedPerTold = 5;

/** Gathers the failures of a report by what they have in common, in one pass over its failed rows. */
export async function causesOf(source: Pick<ReportSource, "rows" | "failingStates">, most: number): Promise<Causes> {
  const open = new Map<string | null, Open>();
  const remembered = new Map<number, FailureState>();
  let failures = 0;
  let compared = true;
  for await (const rows of failedRows(source)) {
    const states = await source.failingStates(rows);
    compared &&= states !== null;
    for (const { id, failureSignature, errorLine } of rows) {
      failures += 1;
      const signature = open.has(failureSignature) || open.size < mostCauses ? failureSignature : null;
      const cause = open.get(signature) ?? opened(signature, errorLine);
      open.set(signature, cause);
      cause.count += 1;
      const state = states?.get(id) ?? "known";
      if (state === "new") cause.newCount += 1;
      if (state === "back") cause.backCount += 1;
      if (remembered.size === most * rememberedPerTold) continue;
      remembered.set(id, state);
      cause[state].push(id);
    }
  }
  let room = most;
  const causes = [...open.values()]
    .toSorted(
      (a, b) =>
        Number(a.signature === null) - Number(b.signature === null) ||
        b.newCount - a.newCount ||
        b.backCount - a.backCount ||
        b.count - a.count,
    )
    .map(({ errorLine, count, newCount, backCount, ...ids }): Cause => {
      const told = [...ids.new, ...ids.back, ...ids.known].slice(0, room);
      room -= told.length;
      return { errorLine, count, newCount, backCount, told };
    });
  if (!compared) return { causes, failures, counts: null, states: null };
  const sum = (of: (cause: Cause) => number) => causes.reduce((all, cause) => all + of(cause), 0);
  const counts = { new: sum(({ newCount }) => newCount), back: sum(({ backCount }) => backCount) };
  return { causes, failures, counts, states: remembered };
}

function opened(signature: string | null, errorLine: string | null): Open {
  return { signature, errorLine, count: 0, newCount: 0, backCount: 0, new: [], back: [], known: [] };
}

/** Failed ones come first, errored ones next. */
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
