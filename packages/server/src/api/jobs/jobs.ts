import { type Job, type JobState, listJobs, retryJob } from "@plumb/contract/administration/jobs.ts";
import { ApiError } from "#core/api-error.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { titleOf } from "#jobs/title-of.ts";
import { recordAudit } from "#store/administration/audit.ts";
import { countJobs, jobsIn, lockJob, retryNow, type StoredJob } from "#store/jobs/listing.ts";

export function jobRoutes(api: Api<"bus" | "db">): void {
  api.route(listJobs, async ({ context: { db }, query: { state, limit, cursor } }) => {
    const found = await jobsIn(db, state, { beyond: cursor, limit: limit + 1 });
    const data = found.slice(0, limit).map((job) => present(job, state));
    const counts = await countJobs(db);
    return { data, nextCursor: found.length > limit ? (data.at(-1)?.id ?? null) : null, counts };
  });

  api.route(retryJob, async (call) => {
    const { context, params, now } = call;
    await context.db.transaction().execute(async (transaction) => {
      const job = await lockJob(transaction, params.jobId);
      if (job === null) throw new ApiError("not_found", "This job no longer exists: it has finished.");
      if (job.state === "running") throw new ApiError("conflict", "This job is already running.");
      await retryNow(transaction, params.jobId, now);
      const target = { targetType: "job", targetId: params.jobId, targetName: titleOf(job.kind) } as const;
      await recordAudit(transaction, actorOf(call), { action: "job.retried", projectId: job.projectId, ...target });
    });
    context.bus.publish({ about: "jobs" });
    return { data: null };
  });
}

function present(job: StoredJob, state: JobState): Job {
  const { projectId, projectName, createdAt, dueAt, startedAt, endedAt, error, ...rest } = job;
  return {
    ...rest,
    title: titleOf(job.kind),
    state,
    project: projectId === null ? null : { id: projectId, name: projectName },
    createdAt: createdAt.toISOString(),
    dueAt: state === "queued" || state === "scheduled" ? dueAt.toISOString() : null,
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    error,
  };
}
