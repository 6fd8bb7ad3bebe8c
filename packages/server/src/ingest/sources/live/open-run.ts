import { isPlausibleStart } from "@plumb/contract/runs/ingest.ts";
import { liveBatchBytes, type OpenedRun, type OpenRun } from "@plumb/contract/runs/live.ts";
import { limits } from "@plumb/formats/limits.ts";
import type { Context } from "#core/context.ts";
import { storable } from "#core/text.ts";
import { nobody, senderDetails } from "#ingest/uploads/new-upload.ts";
import { runKey } from "#ingest/bundle/plan.ts";
import { labelWarnings } from "#ingest/record/label-warnings.ts";
import { otherOrigin } from "#ingest/record/other-origin.ts";
import { reporterScope } from "#ingest/record/reported-scope.ts";
import { openSource, publishOpened } from "./open-source.ts";
import type { Sender } from "#store/uploads/uploads.ts";
import { addLiveProblems, describeLiveRun } from "#store/ingest/live-facts.ts";
import type { OpenedLiveSource } from "#runs/sources/open-live-source.ts";
import { replaceLostSources } from "#store/ingest/silent-sources.ts";
import { addLabels } from "#store/runs/run-labels.ts";
import { inTransaction } from "#store/in-transaction.ts";

const longestHeartbeatSeconds = 30;

/** Opens a run for a reporter, or returns the one that it opened before. */
export async function openLiveRun(
  context: Pick<Context, "bus" | "clock" | "config" | "db" | "publicUrl" | "writer">,
  projectId: number,
  request: OpenRun,
  sender: Sender = nobody,
): Promise<OpenedRun> {
  const now = context.clock();
  const framework = request.framework ?? "live";
  const suite = request.suite ?? framework;
  const environment = request.environment ?? "default";
  const { startedAt: facts } = request;
  const startedAt = facts !== undefined && isPlausibleStart(facts) ? new Date(facts) : now;
  const identity = request.build === undefined ? ["live", request.clientId] : ["build", request.build];
  const opened = await openSource(
    context,
    {
      projectId,
      key: runKey(identity, suite, environment),
      build: request.build ?? null,
      suite,
      framework,
      environment,
      branch: request.branch ?? null,
      commit: request.commit ?? null,
      commitAuthor: request.commitAuthor ?? null,
      targetBranch: request.targetBranch ?? null,
      pullRequest: request.pullRequest ?? null,
      ciUrl: request.ciUrl ?? null,
      startedAt,
      whole: false,
    },
    {
      clientId: request.clientId,
      name: `${framework} reporter${request.shard === undefined ? "" : `, shard ${request.shard.current} of ${request.shard.total}`}`,
      format: "live",
      // Without a build, other shards cannot join this run.
      shard: request.build === undefined ? null : (request.shard?.current ?? null),
      frameworkVersion: request.frameworkVersion ?? null,
      startedAt,
      scope: reporterScope(request.partial),
      sentLater: request.spooled === true,
      job: request.job ?? null,
      jobAttempt: request.jobAttempt ?? null,
      rerun: request.rerun === true,
      senderHost: request.host ?? null,
    },
    {
      way: request.spooled === true ? "spool" : "live",
      sender,
      facts: senderDetails({ ...request, suite, environment }),
      full: "reporters already. Does its build id belong to one build only?",
    },
  );
  // Repeated on every call, because the first one may have been interrupted before this.
  if (opened.kind === "open") await describe(context, request, opened, now);
  const { run, target, lastBatch } = opened;
  const silenceSeconds = context.config.runTimeoutMs / 1000;
  return {
    reportId: run.id,
    number: run.number,
    url: `${context.publicUrl()}/reports/${run.id}`,
    source: target.sourceId,
    acknowledged: lastBatch,
    heartbeatSeconds: Math.max(1, Math.min(longestHeartbeatSeconds, Math.floor(silenceSeconds / 4))),
    maxBatchBytes: liveBatchBytes,
  };
}

/** Stores facts of a source about the run; can be repeated. */
async function describe(
  context: Pick<Context, "bus" | "db">,
  request: OpenRun,
  { target, origin }: OpenedLiveSource & { kind: "open" },
  now: Date,
): Promise<void> {
  await inTransaction(context.db, async (transaction) => {
    const metadata = {
      ...(request.frameworkVersion !== undefined && {
        [`${request.framework ?? "framework"}Version`]: storable(request.frameworkVersion),
      }),
    };
    const shardTotal = request.build === undefined ? 1 : (request.shard?.total ?? 1);
    await describeLiveRun(transaction, target, { shardTotal, metadata });
    const labels = { tags: request.tags ?? [], facts: request.facts ?? [] };
    const { projectId, runId, sourceId } = target;
    const reasons = labelWarnings(await addLabels(transaction, { projectId, runId, sourceIds: [sourceId] }, labels));
    const conflict = otherOrigin(request, origin);
    if (conflict !== null) reasons.push(conflict);
    if ((await replaceLostSources(transaction, target, now)) > 0)
      reasons.push(`Shard ${target.shard} was interrupted and started again.`);
    const problems = reasons.map((reason) => ({
      severity: "warning" as const,
      file: null,
      line: null,
      reason: storable(reason),
    }));
    await addLiveProblems(transaction, target, problems, limits.problemsPerReport);
  });
  publishOpened(context, target);
}
