import { randomUUID } from "node:crypto";
import { limits } from "@plumb/formats/limits.ts";
import { runKey } from "#ingest/bundle/plan.ts";
import { reportTimes } from "#ingest/record/report-times.ts";
import { openSource, publishOpened } from "#ingest/sources/live/open-source.ts";
import { finishSource, type FinishContext } from "./finish-launch.ts";
import { callHash } from "#ingest/sources/reportportal/items/item.ts";
import { type LaunchDetails, launchDetails } from "./launch-details.ts";
import { noLaunch, Refused } from "#ingest/sources/reportportal/refusals.ts";
import type { StartLaunch } from "#ingest/sources/reportportal/requests.ts";
import type { Context } from "#core/context.ts";
import { senderDetails } from "#ingest/uploads/new-upload.ts";
import type { Reporting } from "#ingest/sources/reportportal/caller.ts";
import type { Sender } from "#store/uploads/uploads.ts";
import { addLabels } from "#store/runs/run-labels.ts";
import { describeLiveRun } from "#store/ingest/live-facts.ts";
import type { BatchTarget } from "#store/ingest/batch.ts";
import { streamKey } from "#store/ingest/live-tests.ts";
import {
  keyOfRun,
  type Launch,
  latestLaunch,
  recordLaunch,
  sourceOfLaunch,
} from "#store/ingest/reportportal-launches.ts";
import type { RunRef } from "#store/ingest/sources.ts";
import { inTransaction } from "#store/in-transaction.ts";

export type LaunchContext = FinishContext & Pick<Context, "config">;

export interface StartedLaunch {
  readonly uuid: string;
  readonly run: RunRef;
}

/** Opens a launch as a live run, or returns the existing one with the given id. */
export async function startLaunch(
  context: LaunchContext,
  { projectId, sender }: Pick<Reporting, "projectId" | "sender">,
  body: StartLaunch,
): Promise<StartedLaunch> {
  const uuid = body.uuid ?? randomUUID();
  const key = streamKey(uuid);
  const call = callHash(body);
  const before = await sourceOfLaunch(context.db, projectId, key);
  if (before !== null) {
    const { launch, source } = before;
    if (launch.starts.length >= limits.reportportalStarts)
      throw new Refused(406, 40016, `The launch '${uuid}' was started ${launch.starts.length} times already.`);
    // The call lost its response, or another process shares the launch.
    if (source.state !== "ended" || launch.starts.includes(call)) {
      const run = { projectId, key, uuid, name: body.name, run: source.run, start: call, startedAt: launch.startedAt };
      if (source.state !== "ended") await recordLaunch(context.db, { ...run, sourceId: launch.sourceId });
      return { uuid, run: source.run };
    }
  }
  const again = before?.launch ?? (await launchRunAgain(context, projectId, body));
  const sources = before === null ? 1 : before.launch.sources + 1;
  const { run, target, startedAt } = await openLaunch(context, projectId, body, {
    key: again === null ? null : await keyOfRun(context.db, projectId, again.runId),
    clientId: sources === 1 ? `reportportal ${uuid}` : `reportportal ${uuid} ${sources}`,
    uuid,
    sender,
  });
  await recordLaunch(context.db, {
    projectId,
    key,
    uuid,
    name: body.name,
    run,
    sourceId: target.sourceId,
    start: call,
    startedAt,
  });
  publishOpened(context, target, []);
  return { uuid, run };
}

/**
 * Returns the launch to continue, or `null` for a new one.
 *
 * @throws Refused if the given launch does not exist.
 */
async function launchRunAgain(
  context: LaunchContext,
  projectId: number,
  { name, rerun, rerunOf }: StartLaunch,
): Promise<Launch | null> {
  if (rerun !== true && rerunOf === undefined) return null;
  if (rerunOf === undefined) return latestLaunch(context.db, projectId, name);
  const found = await sourceOfLaunch(context.db, projectId, streamKey(rerunOf));
  if (found === null) throw noLaunch(rerunOf);
  if (found.source.state !== "ended")
    await finishSource(context, projectId, found.launch.key, {
      endedAt: null,
      failed: false,
      interruption: "the launch was run again before its agent had finished it",
    });
  return found.launch;
}

async function openLaunch(
  context: LaunchContext,
  projectId: number,
  body: StartLaunch,
  { key, clientId, uuid, sender }: { key: string | null; clientId: string; uuid: string; sender: Sender },
): Promise<{ run: RunRef; target: BatchTarget; startedAt: Date }> {
  const now = context.clock();
  const startedAt = reportTimes({ startedAt: body.startTime }, now).startedAt ?? now;
  const facts = launchDetails(body.attributes);
  const { run, target } = await openSource(
    context,
    {
      projectId,
      key: key ?? runKey(["reportportal", uuid], "", ""),
      build: facts.build ?? null,
      suite: body.name,
      framework: facts.framework,
      environment: facts.environment ?? "default",
      branch: facts.branch ?? null,
      commit: facts.commit ?? null,
      commitAuthor: facts.commitAuthor ?? null,
      pullRequest: facts.pullRequest ?? null,
      ciUrl: facts.ciUrl ?? null,
      startedAt,
      whole: false,
    },
    { clientId, name: "ReportPortal agent", format: "reportportal", startedAt, rerun: key !== null },
    { way: "reportportal", sender, facts: senderDetails({ ...facts, suite: body.name }), full: "parts already." },
  );
  await inTransaction(context.db, async (transaction) => {
    await describeLiveRun(transaction, target, { shardTotal: 1, metadata: metadataOf(body, facts) });
    await addLabels(transaction, { projectId, runId: run.id, sourceIds: [target.sourceId] }, facts.labels);
  });
  return { run, target, startedAt };
}

/** Returns metadata of a launch besides its tags. */
export function metadataOf(
  { description, mode }: { readonly description?: string | undefined; readonly mode?: string | undefined },
  { metadata }: Pick<LaunchDetails, "metadata">,
): Record<string, string> {
  const text = description?.trim() ?? "";
  return {
    ...metadata,
    ...(text !== "" && { description: text.slice(0, 500) }),
    ...(mode?.toUpperCase() === "DEBUG" && { mode: "debug" }),
  };
}
