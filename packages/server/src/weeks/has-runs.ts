import type { Context } from "#core/context.ts";
import { selectRuns, talliesOf } from "#read-models/runs/selected-runs.ts";
import type { WeekWindow } from "./week-window.ts";

/** Returns true if a project had runs in a week. Costs much less than the summary of the week. */
export async function hasRuns(
  { runStats }: Pick<Context, "runStats">,
  projectId: number,
  { span }: WeekWindow,
): Promise<boolean> {
  const [tally] = talliesOf(await selectRuns(runStats, projectId, {}), [span]);
  return tally !== undefined && tally.runs > 0;
}
