import { stateOfCause } from "@plumb/analysis/failures/failing-state.ts";
import type { DashboardCause } from "@plumb/contract/projects/dashboard.ts";
import type { CountedCause } from "#store/failures/run-causes.ts";

const order = { new: 0, back: 1, known: 2 } as const;

/** Returns causes in the latest runs with their states: new ones first, then those that are back, each with the most tests first. */
export function causesByUrgency<Cause extends CountedCause>(
  failing: readonly Cause[],
  now: Date,
): (Cause & Pick<DashboardCause, "state">)[] {
  const causes = failing.flatMap((cause) => {
    const state = stateOfCause({ ...cause, isPresent: true }, now.getTime());
    return state === "resolved" ? [] : [{ ...cause, state }];
  });
  return causes.toSorted((a, b) => order[a.state] - order[b.state] || b.tests - a.tests || b.groupId - a.groupId);
}
