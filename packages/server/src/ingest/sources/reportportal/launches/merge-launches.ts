import { announceStatusChanges } from "#runs/announce-status-changes.ts";
import type { LaunchContext } from "./start-launch.ts";
import { launchNotFinished, noLaunch } from "#ingest/sources/reportportal/refusals.ts";
import type { MergeLaunches } from "#ingest/sources/reportportal/requests.ts";
import { mergeRuns } from "#runs/sources/merge-runs.ts";
import { type Launch, launchesByIds } from "#store/ingest/reportportal-launches.ts";

/**
 * Merges the reports of several launches into the first one.
 *
 * @throws Refused
 */
export async function mergeLaunches(
  context: LaunchContext,
  projectId: number,
  { launches: ids, name }: MergeLaunches,
): Promise<Launch> {
  const launches = await launchesByIds(context.db, projectId, [...new Set(ids)]);
  const missing = ids.find((id) => !launches.some((launch) => launch.id === id));
  const [first] = launches;
  if (missing !== undefined || first === undefined) throw noLaunch(String(missing ?? ids[0]));
  const runIds = [...new Set(launches.map(({ runId }) => runId))];
  const merged = await mergeRuns(context.db, projectId, { runIds, suite: name, now: context.clock() });
  if (merged.kind === "gone") throw noLaunch(String(first.id));
  if (merged.kind === "open") {
    const open = launches.find(({ runId }) => runId === merged.runId);
    throw launchNotFinished(`Launch '${open?.uuid}' is in progress.`);
  }
  announceStatusChanges(context, merged.statusChanges);
  const retained = await launchesByIds(context.db, projectId, [first.id]);
  return retained[0] ?? first;
}
