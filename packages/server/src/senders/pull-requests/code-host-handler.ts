import { commentKey, maxMarkLength } from "@plumb/code-hosts/comment-mark.ts";
import { isRefusal } from "@plumb/code-hosts/host-client.ts";
import { writeToPullRequest } from "@plumb/code-hosts/write-to-pull-request.ts";
import {
  gateState,
  isUneventful,
  pullRequestComment,
  statusDescription,
} from "@plumb/contract/runs/pull-request-comment.ts";
import { serverGate } from "@plumb/contract/runs/server-gate.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { z } from "zod";
import { bindingHandler } from "#connectors/bindings/binding-handler.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import { summarizeRuns } from "#failures/pull-request/summarize.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import type { Db } from "#store/db.ts";
import { projectById } from "#store/projects/projects.ts";
import { gateRuns } from "#store/runs/gate.ts";
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
    // The end of the last run of the build queues another delivery. Other builds of the commit are not waited for.
    if (project === null || (await isBuildRunning(db, projectId, runId))) return null;
    const { runs, count } = await gateRuns(db, projectId, { commit, pullRequest });
    const ended = runs.filter(({ status }) => status !== "running");
    if (ended.length === 0) return null;
    const readAt = clock();
    const summary = {
      ...(await summarizeRuns(db, projectId, runs, publicUrl)),
      projectName: project.name,
      readAt: readAt.toISOString(),
      reportCount: count,
    };
    const verdict = serverGate({
      reports: ended.length,
      newFailures: summary.failures.new,
      unreliable: ended.filter((run) => run.incomplete || run.runError || run.total === 0).length,
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
        state: gateState(summary, verdict),
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

/** Returns true if the run or another one of its build has not ended. */
async function isBuildRunning(db: Db, projectId: number, runId: number): Promise<boolean> {
  const report = await reportById(db, projectId, runId);
  if (report === null) return false;
  const { runs } = await gateRuns(db, projectId, report.build === null ? { reportId: runId } : { build: report.build });
  return runs.some(({ status }) => status === "running");
}
