import { applyClass } from "@plumb/analysis/classification/applied-class.ts";
import { presentClass } from "#failures/verdict.ts";
import { wordsApart } from "@plumb/analysis/grouping/near-misses.ts";
import {
  type DuplicateProposal,
  type LikelyDuplicate,
  listDuplicates,
  separateGroups,
} from "@plumb/contract/failures/duplicates.ts";
import { errorDisplay } from "#core/error-shown.ts";
import { likelyDuplicates, type Proposal, type ProposedCause } from "#failures/likely-duplicates.ts";
import { keepApart } from "#failures/regroup.ts";
import type { Api } from "#http/api.ts";
import { type GroupRow, groupRows } from "#store/failures/failure-rows.ts";
import { decided, deciderOf } from "./decisions.ts";
import { selectionOf } from "./failure-window.ts";

export function duplicateRoutes(api: Api<"bus" | "clock" | "db" | "failureIndex">): void {
  api.read(listDuplicates, async ({ context: { db, failureIndex }, projectId, query, caller, now }) => {
    const { shown, total, notCompared } = await likelyDuplicates(
      failureIndex,
      selectionOf(query, { projectId, caller, now }),
    );
    const ids = new Set(shown.flatMap(({ causes }) => causes.map(({ id }) => id)));
    const rows = await groupRows(db, projectId, [...ids]);
    return { data: shown.flatMap((proposal) => presentProposal(proposal, rows)), total, notCompared };
  });

  api.route(separateGroups, async ({ context, projectId, body: { groupIds }, ...call }) => ({
    data: {
      decisionId: await decided(context, projectId, (transaction) =>
        keepApart(transaction, deciderOf(projectId, call), groupIds),
      ),
    },
  }));
}

/** Returns an empty list if one of the causes has been deleted. */
function presentProposal(
  { causes: [one, other], by, likelihood }: Proposal,
  rows: ReadonlyMap<number, GroupRow>,
): DuplicateProposal[] {
  const [row, otherRow] = [rows.get(one.id), rows.get(other.id)];
  if (row === undefined || otherRow === undefined) return [];
  const { onlyInFirst, onlyInSecond, inBoth } = wordsApart(one.outline, other.outline);
  return [
    {
      causes: [presentCause(one, row, onlyInFirst), presentCause(other, otherRow, onlyInSecond)],
      likelihood,
      by,
      sharedWords: inBoth,
      sharedTests: one.tests.intersection(other.tests).size,
      sharedRuns: one.runs.intersection(other.runs).size,
      merged: {
        failures: one.failures + other.failures,
        tests: one.tests.union(other.tests).size,
        runs: one.runs.union(other.runs).size,
      },
    },
  ];
}

function presentCause(
  { id, outline, failures, tests, runs }: ProposedCause,
  row: GroupRow,
  onlyHere: readonly string[],
): LikelyDuplicate {
  return {
    ...presentClass(applyClass({ group: row })),
    id,
    representativeError: errorDisplay(row.message),
    text: outline.text,
    onlyHere: [...onlyHere],
    lastSeen: row.lastSeen.toISOString(),
    failures,
    tests: tests.size,
    runs: runs.size,
  };
}
