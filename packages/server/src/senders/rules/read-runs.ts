import type { RuleEvent } from "@plumb/contract/integrations/notification-rules.ts";
import type { Db } from "#store/db.ts";
import {
  type CauseInRun,
  type CausesOfRun,
  failedCauses,
  fixedCauses,
  silencedOf,
} from "#store/notification-rules/cause-events.ts";
import type { RunForRules } from "#store/notification-rules/run-for-rules.ts";
import { previousOnBranches } from "#store/runs/base-run.ts";
import { type GateInput, gateInput } from "#store/runs/gate-input.ts";

/** Maximum number of causes to read per run. */
const maxCauses = 200;
/** Runs that are read by the same queries. */
const batchSize = 100;

/** A run with its causes, for all rules of its project. */
export interface ReadRun extends CausesOfRun {
  readonly run: RunForRules;
  readonly previousStatus: "completed" | "failed" | null;
  /** Causes in the previous run whose tests passed now; empty if no rule needs them. */
  readonly fixed: readonly CauseInRun[];
  /** `null` if no rule needs it. */
  readonly gate: GateInput | null;
}

/**
 * Reads runs and what the given events need.
 *
 * @param events The events of all rules that will use the result.
 */
export async function readRuns(
  db: Db,
  projectId: number,
  runs: readonly RunForRules[],
  events: readonly RuleEvent[],
): Promise<ReadRun[]> {
  const read: ReadRun[] = [];
  for (let start = 0; start < runs.length; start += batchSize)
    read.push(...(await readBatch(db, projectId, runs.slice(start, start + batchSize), events)));
  return read;
}

async function readBatch(
  db: Db,
  projectId: number,
  runs: readonly RunForRules[],
  events: readonly RuleEvent[],
): Promise<ReadRun[]> {
  const ids = runs.map(({ id }) => id);
  const previous = await previousOnBranches(db, projectId, ids);
  const pairs = runs.map(({ id }) => ({ runId: id, previousId: previous.get(id)?.id ?? null }));
  const silenced = await silencedOf(db, projectId, pairs);
  const failing = new Set(runs.flatMap(({ id, failed }) => (failed > 0 ? [id] : [])));
  const full = new Set(runs.flatMap(({ id, isFull }) => (isFull ? [id] : [])));
  const input = { silenced, limit: maxCauses };
  const causes = await failedCauses(db, projectId, {
    ...input,
    pairs: pairs.filter(({ runId }) => failing.has(runId)),
  });
  const fixed = events.includes("cause.fixed")
    ? await fixedCauses(db, projectId, {
        ...input,
        pairs: pairs.filter(({ runId, previousId }) => full.has(runId) && previousId !== null),
      })
    : null;
  const gates = events.includes("gate.failed") ? await gateInput(db, projectId, ids) : null;
  return runs.map((run) => ({
    run,
    previousStatus: previous.get(run.id)?.status ?? null,
    ...(causes.get(run.id) ?? { causes: [], total: 0, muted: 0 }),
    fixed: fixed?.get(run.id) ?? [],
    gate: gates?.get(run.id) ?? null,
  }));
}
