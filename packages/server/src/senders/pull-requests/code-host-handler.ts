import { commentKey, maxMarkLength } from "@plumb/code-hosts/comment-mark.ts";
import { isRefusal } from "@plumb/code-hosts/host-client.ts";
import { writeToPullRequest } from "@plumb/code-hosts/write-to-pull-request.ts";
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

  async perform({ db, clock }, { body, projectId }, { connection, binding, warn }) {
    const { codeHost } = connectors[binding.connectorType];
    if (codeHost === undefined) throw new OutgoingError("This connector has no pull requests.");
    const { runId, pullRequest, commit, publicUrl } = PullRequestOperation.parse(JSON.parse(body));
    const project = await projectById(db, projectId);
    const { runs, count } = await runsOfBuild(db, projectId, runId);
    // The end of the last run queues another delivery.
    if (project === null || runs.length === 0 || runs.some(({ status }) => status === "running")) return null;
    const readAt = clock();
    const summary = {
      ...(await summarizeRuns(db, projectId, runs, publicUrl)),
      projectName: project.name,
      readAt: readAt.toISOString(),
      reportCount: count,
    };
    const verdict = serverGate({
      reports: runs.length,
      newFailures: summary.failures.new,
      unreliable: runs.filter((run) => run.incomplete || run.runError || run.total === 0).length,
    });
    const host = codeHost.open(connection, pullRequest);
    const format = { ...host.format, maxLength: host.format.maxLength - maxMarkLength };
    const { commentError, statusError } = await writeToPullRequest(host, {
      commit,
      comment: {
        key: commentKey({ publicUrl, projectId }),
        text: pullRequestComment(summary, verdict, format),
        readAt: readAt.getTime(),
        mayCreate: !isUneventful(summary, verdict),
      },
      status: {
        passed: verdict.passed,
        name: `Plumb: ${cut(project.name, 60)}`,
        description: statusDescription(summary, verdict),
        url: summary.reports[0]?.url ?? publicUrl,
      },
    });
    if (commentError !== null) throw commentError;
    if (statusError !== null && !isRefusal(statusError)) throw statusError;
    if (statusError instanceof Error) warn(`The commit status was refused: ${statusError.message}`);
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
