import { isNarrow } from "./conditions.ts";
import type { Db } from "#store/db.ts";
import {
  type CauseInRun,
  type CausesOfRun,
  failedCauses,
  fixedCauses,
  silencedOf,
} from "#store/notification-rules/cause-events.ts";
import type { RunForRules } from "#store/notification-rules/run-for-rules.ts";
import type { RuleFilter } from "#store/notification-rules/rules.ts";
import { type SeenCause, seenCauses } from "#store/notification-rules/seen-causes.ts";
import { basesOf, previousOnBranches } from "#store/runs/base-run.ts";
import { type GateInput, gateInput } from "#store/runs/gate-input.ts";

/** Maximum number of causes to read per run. */
const maxCauses = 200;
/** Runs that are read by the same queries. */
const batchSize = 100;

type Rule = Pick<RuleFilter, "conditions" | "events">;

/** A run with its causes, for all rules of its project. */
export interface ReadRun extends CausesOfRun {
  readonly run: RunForRules;
  readonly previousStatus: "completed" | "failed" | null;
  /** Series of runs in which causes failed before, by cause; empty if no rule needs them. */
  readonly seen: ReadonlyMap<number, readonly SeenCause[]>;
  /** Causes in the previous run whose tests passed now; empty if no rule needs them. */
  readonly fixed: readonly CauseInRun[];
  /** `null` if no rule needs it. */
  readonly gate: GateInput | null;
}

/**
 * Reads runs and what rules need.
 *
 * @param rules All rules that will use the result.
 */
export async function readRuns(
  db: Db,
  projectId: number,
  runs: readonly RunForRules[],
  rules: readonly Rule[],
): Promise<ReadRun[]> {
  const read: ReadRun[] = [];
  for (let start = 0; start < runs.length; start += batchSize)
    read.push(...(await readBatch(db, projectId, runs.slice(start, start + batchSize), rules)));
  return read;
}

async function readBatch(
  db: Db,
  projectId: number,
  runs: readonly RunForRules[],
  rules: readonly Rule[],
): Promise<ReadRun[]> {
  const ids = runs.map(({ id }) => id);
  const needs = (event: Rule["events"][number]) => rules.some(({ events }) => events.includes(event));
  const previous = await previousOnBranches(db, projectId, ids);
  // This full run decides which causes are known: the previous one of its branch, or else its base run on a main branch.
  const compared = new Map([
    ...(await basesOf(
      db,
      projectId,
      ids.filter((id) => !previous.has(id)),
    )),
    ...previous,
  ]);
  const silenced = await silencedOf(
    db,
    projectId,
    ids.map((runId) => ({ runId, previousId: null })),
  );
  const input = { silenced, limit: maxCauses };
  const failing = runs.filter(({ failed }) => failed > 0).map(({ id }) => pairOf(id, compared));
  const causes = await failedCauses(db, projectId, { ...input, pairs: failing });
  const full = runs.filter(({ id, isFull }) => isFull && previous.has(id)).map(({ id }) => pairOf(id, previous));
  const fixed = needs("cause.fixed") ? await fixedCauses(db, projectId, { ...input, pairs: full }) : null;
  const gates = needs("gate.failed") ? await gateInput(db, projectId, ids) : null;
  const seen = await seenBefore(db, projectId, causes, rules);
  return runs.map((run) => ({
    run,
    previousStatus: previous.get(run.id)?.status ?? null,
    ...(causes.get(run.id) ?? { causes: [], total: 0, muted: 0 }),
    seen: Map.groupBy(seen.get(run.id) ?? [], ({ groupId }) => groupId),
    fixed: fixed?.get(run.id) ?? [],
    gate: gates?.get(run.id) ?? null,
  }));
}

function pairOf(runId: number, others: ReadonlyMap<number, { readonly id: number }>) {
  return { runId, previousId: others.get(runId)?.id ?? null };
}

/** A cause that is new in the project is also new for each rule, and a known one is not announced. */
async function seenBefore(
  db: Db,
  projectId: number,
  causes: ReadonlyMap<number, CausesOfRun>,
  rules: readonly Rule[],
): Promise<ReadonlyMap<number, readonly SeenCause[]>> {
  const narrow = rules.map(({ conditions }) => conditions).filter(isNarrow);
  if (narrow.length === 0) return new Map();
  const candidates = [...causes].flatMap(([runId, { causes: ofRun }]) =>
    ofRun.filter(({ isFirst, failedBefore }) => !isFirst && !failedBefore).map(({ groupId }) => ({ runId, groupId })),
  );
  const withTags = narrow.some(({ tag }) => tag.length > 0);
  return Map.groupBy(await seenCauses(db, projectId, candidates, withTags), ({ runId }) => runId);
}
