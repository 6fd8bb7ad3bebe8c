import { isUneventful, pullRequestComment, statusDescription } from "@plumb/contract/runs/pull-request-comment.ts";
import { serverGate } from "@plumb/contract/runs/server-gate.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { z } from "zod";
import { bindingHandler } from "#connectors/bindings/binding-handler.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import { summarizeRuns } from "#failures/pull-request/summarize.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import type { Db } from "#store/db.ts";
import { projectById } from "#store/projects/projects.ts";
import { type GateRun, gateRuns } from "#store/runs/gate.ts";
import { reportById } from "#store/runs/runs.ts";

/** Content of a delivery to a code host. The comment is rendered when it is sent, so that it has the newest results. */
export const PullRequestOperation = z.object({
  runId: z.number(),
  pullRequest: z.string(),
  commit: z.string(),
  publicUrl: z.string(),
});
export type PullRequestOperation = z.infer<typeof PullRequestOperation>;

/** Writes the comment of a pull request and sets the status of its commit. */
export const codeHostHandler = bindingHandler({
  kind: "code-host",

  async perform({ db, clock }, { body, projectId }, { connection, binding }) {
    const { codeHost } = connectors[binding.connectorType];
    if (codeHost === undefined) throw new OutgoingError("This connector has no pull requests.");
    const { runId, pullRequest, commit, publicUrl } = PullRequestOperation.parse(JSON.parse(body));
    const project = await projectById(db, projectId);
    const { runs, count } = await runsOfBuild(db, projectId, runId);
    // The end of the last run queues another delivery.
    if (project === null || runs.length === 0 || runs.some(({ status }) => status === "running")) return null;
    const summary = {
      ...(await summarizeRuns(db, projectId, runs, publicUrl)),
      projectName: project.name,
      readAt: clock().toISOString(),
      reportCount: count,
    };
    const verdict = serverGate({
      reports: runs.length,
      newFailures: summary.failures.new,
      unreliable: runs.filter((run) => run.incomplete || run.runError || run.total === 0).length,
    });
    await codeHost.setStatus(connection, {
      commit,
      state: verdict.passed ? "passed" : "failed",
      name: `Plumb: ${cut(project.name, 60)}`,
      description: statusDescription(summary, verdict),
      url: summary.reports[0]?.url ?? publicUrl,
    });
    await codeHost.comment(connection, {
      pullRequest,
      commit,
      mark: `plumb:pull-request:${new URL(publicUrl).host}:${projectId}`,
      text: pullRequestComment(summary, verdict, { maxLength: codeHost.maxComment, foldable: true }),
      mayCreate: !isUneventful(summary, verdict),
    });
    return null;
  },

  onDelivered: async () => undefined,
});

/** Returns the run with all others of its build. */
async function runsOfBuild(
  db: Db,
  projectId: number,
  runId: number,
): Promise<{ runs: readonly GateRun[]; count: number }> {
  const report = await reportById(db, projectId, runId);
  if (report === null) return { runs: [], count: 0 };
  return gateRuns(db, projectId, report.build === null ? { reportId: runId } : { build: report.build });
}
