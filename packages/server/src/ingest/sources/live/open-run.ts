import { isPlausibleStart } from "@plumb/contract/runs/ingest.ts";
import { liveBatchBytes, type OpenedRun, type OpenRun } from "@plumb/contract/runs/live.ts";
import { limits } from "@plumb/formats/limits.ts";
import type { Context } from "#core/context.ts";
import { storable } from "#core/text.ts";
import { nobody, toldBy } from "#ingest/arrivals/new-arrival.ts";
import { runKey } from "#ingest/bundle/plan.ts";
import { otherOrigin } from "#ingest/record/other-origin.ts";
import { reporterScope } from "#ingest/record/said-scope.ts";
import { openSource, tellOpened } from "#ingest/sources/live/open-source.ts";
import type { Sender } from "#store/arrivals/arrivals.ts";
import { addLiveProblems, describeLiveRun } from "#store/ingest/live-facts.ts";
import type { OpenedLiveSource } from "#store/ingest/live-sources.ts";
import { replaceLostSources } from "#store/ingest/silent-sources.ts";
import { inTransaction } from "#store/in-transaction.ts";

const longestHeartbeatSeconds = 30;

/** Opens a run for a reporter, or returns the one that it opened before. */
export async function openLiveRun(
  context: Pick<Context, "bus" | "clock" | "config" | "db" | "publicUrl" | "writer">,
  projectId: number,
  asked: OpenRun,
  sender: Sender = nobody,
): Promise<OpenedRun> {
  const now = context.clock();
  const framework = asked.framework ?? "live";
  const suite = asked.suite ?? framework;
  const environment = asked.environment ?? "default";
  const { startedAt: told } = asked;
  const startedAt = told !== undefined && isPlausibleStart(told) ? new Date(told) : now;
  const identity = asked.build === undefined ? ["live", asked.clientId] : ["build", asked.build];
  const opened = await openSource(
    context,
    {
      projectId,
      key: runKey(identity, suite, environment),
      build: asked.build ?? null,
      suite,
      framework,
      environment,
      branch: asked.branch ?? null,
      commit: asked.commit ?? null,
      commitAuthor: asked.commitAuthor ?? null,
      targetBranch: asked.targetBranch ?? null,
      pullRequest: asked.pullRequest ?? null,
      ciUrl: asked.ciUrl ?? null,
      startedAt,
      whole: false,
    },
    {
      clientId: asked.clientId,
      name: `${framework} reporter${asked.shard === undefined ? "" : `, shard ${asked.shard.current} of ${asked.shard.total}`}`,
      format: "live",
      // Without a build, other shards cannot join this run.
      shard: asked.build === undefined ? null : (asked.shard?.current ?? null),
      frameworkVersion: asked.frameworkVersion ?? null,
      startedAt,
      said: reporterScope(asked.partial),
      sentLater: asked.spooled === true,
      job: asked.job ?? null,
      jobAttempt: asked.jobAttempt ?? null,
    },
    {
      way: asked.spooled === true ? "spool" : "live",
      sender,
      told: toldBy({ ...asked, suite, environment }),
      full: "reporters already. Is its build id that of one build?",
    },
  );
  // Repeated on every call, because the first one may have been interrupted before this.
  if (opened.kind === "open") await describe(context, asked, opened, now);
  const { run, target, lastBatch } = opened;
  const silenceSeconds = context.config.runTimeoutMs / 1000;
  return {
    reportId: run.id,
    number: run.number,
    url: `${context.publicUrl()}/reports/${run.id}`,
    source: target.uploadId,
    acknowledged: lastBatch,
    heartbeatSeconds: Math.max(1, Math.min(longestHeartbeatSeconds, Math.floor(silenceSeconds / 4))),
    maxBatchBytes: liveBatchBytes,
  };
}

/** Stores facts of a source about the run; can be repeated. */
async function describe(
  context: Pick<Context, "bus" | "db">,
  asked: OpenRun,
  { target, origin }: OpenedLiveSource & { kind: "open" },
  now: Date,
): Promise<void> {
  await inTransaction(context.db, async (transaction) => {
    const metadata = {
      ...(asked.frameworkVersion !== undefined && {
        [`${asked.framework ?? "framework"}Version`]: storable(asked.frameworkVersion),
      }),
    };
    const shardTotal = asked.build === undefined ? 1 : (asked.shard?.total ?? 1);
    await describeLiveRun(transaction, target, { shardTotal, metadata, tags: (asked.tags ?? []).map(storable) });
    const reasons: string[] = [];
    const conflict = otherOrigin(asked, origin);
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
  tellOpened(context, target);
}
