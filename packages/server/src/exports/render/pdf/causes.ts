import type { ResultRow } from "@plumb/contract/runs/results.ts";
import type { ReportSource } from "#exports/source/report-source.ts";

/** Failures of one kind. */
export interface Cause {
  /** Of one of its failures; null where the report gives no error. */
  readonly errorLine: string | null;
  readonly count: number;
  /** How many of them are new; 0 where nobody knows. */
  readonly newCount: number;
  /** Those that are told in full, new ones first. */
  readonly told: readonly number[];
}

export interface Causes {
  /** Those with new failures first, then those with the most; the failures without an error last. */
  readonly causes: readonly Cause[];
  /** How many failures there are. */
  readonly failures: number;
  /** How many of them are new, and which of those that may be told; null where there is nothing to compare with. */
  readonly newCount: number | null;
  readonly fresh: ReadonlySet<number> | null;
}

interface Open {
  readonly signature: string | null;
  readonly errorLine: string | null;
  count: number;
  newCount: number;
  readonly fresh: number[];
  readonly known: number[];
}

/** Failures that are looked at together. */
const rowsAtOnce = 1000;
/** Of so many kinds nobody reads; the rest counts as one. */
const mostCauses = 2000;
/** So many are remembered for each that is told: a cause that comes late may come first. */
const rememberedPerTold = 5;

/** Gathers the failures of a report by what they have in common, in one pass over its failed rows. */
export async function causesOf(source: Pick<ReportSource, "rows" | "newlyFailed">, most: number): Promise<Causes> {
  const open = new Map<string | null, Open>();
  const fresh = new Set<number>();
  let failures = 0;
  let remembered = 0;
  let compared = true;
  for await (const rows of failedRows(source)) {
    const isNew = await source.newlyFailed(rows);
    compared &&= isNew !== null;
    for (const { id, failureSignature, errorLine } of rows) {
      failures += 1;
      const signature = open.has(failureSignature) || open.size < mostCauses ? failureSignature : null;
      const cause = open.get(signature) ?? { signature, errorLine, count: 0, newCount: 0, fresh: [], known: [] };
      open.set(signature, cause);
      cause.count += 1;
      if (isNew?.has(id) === true) cause.newCount += 1;
      if (remembered === most * rememberedPerTold) continue;
      remembered += 1;
      if (isNew?.has(id) === true) fresh.add(id);
      (fresh.has(id) ? cause.fresh : cause.known).push(id);
    }
  }
  let room = most;
  const causes = [...open.values()]
    .toSorted(
      (a, b) =>
        Number(a.signature === null) - Number(b.signature === null) || b.newCount - a.newCount || b.count - a.count,
    )
    .map(({ errorLine, count, newCount, fresh: first, known }): Cause => {
      const told = [...first, ...known].slice(0, room);
      room -= told.length;
      return { errorLine, count, newCount, told };
    });
  const newCount = compared ? causes.reduce((sum, cause) => sum + cause.newCount, 0) : null;
  return { causes, failures, newCount, fresh: compared ? fresh : null };
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
