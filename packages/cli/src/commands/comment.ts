import {
  type CommentVerdict,
  gateState,
  isUneventful,
  pullRequestComment,
  statusDescription,
} from "@plumb/contract/runs/pull-request-comment.ts";
import { type GateReport, readGate } from "@plumb/contract/runs/gate.ts";
import { type PullRequestSummary, readPullRequestSummary } from "@plumb/contract/runs/pull-request.ts";
import { commentKey, maxMarkLength } from "@plumb/code-hosts/comment-mark.ts";
import type { Published } from "@plumb/code-hosts/publish-comment.ts";
import { writeToPullRequest } from "@plumb/code-hosts/write-to-pull-request.ts";
import { printable, printableLines } from "@plumb/reporter-core/text.ts";
import { annotateFlag } from "#annotations/annotate.ts";
import { findPullRequest, type FoundPullRequest } from "#comment/find-pull-request.ts";
import type { CliContext } from "#core/cli-context.ts";
import type { CommandInput, CommandSpec, Outcome } from "#core/command.ts";
import { exitCode } from "#core/exit-code.ts";
import { RequestError } from "#core/request-error.ts";
import { UsageError } from "#core/usage-error.ts";
import { evaluateRules } from "#gate/gate-rules.ts";
import { type Connection, connectionOptions, resolveConnection } from "#server/connection.ts";
import { sendRequest } from "#server/send-request.ts";
import {
  annotateReports,
  gateOptions,
  type GateQuery,
  queryFromInput,
  readGateSettings,
  selectionOptions,
  waitForReports,
  withLocations,
  withSuiteChanges,
} from "./gate.ts";

export const comment: CommandSpec = {
  name: "comment",
  summary: "tell the pull request which failures are new, known, flaky or fixed",
  description:
    "Write one comment on the pull request of this build, or edit the earlier one, and set a commit status with the result of the gate.",
  argument: ["[report]", "number of a report, or its address (default: the reports of this build)"],
  options: {
    ...connectionOptions,
    ...gateOptions,
    ...selectionOptions,
    id: "name that distinguishes several comments of one project on a pull request, such as e2e",
    "pull-request": "number of the pull or merge request (default: from the CI system)",
    commit: "tested commit (default: from the CI system)",
  },
  flags: {
    annotate: annotateFlag,
    "no-status": "set no commit status",
    strict: "fail if the comment or the status could not be written (default: only print the reason)",
    print: "print the comment instead of writing it",
  },
  help: `
The command uses the token of the CI job: GITHUB_TOKEN or SYSTEM_ACCESSTOKEN. GitLab and Bitbucket need an access token in GITLAB_TOKEN or
BITBUCKET_TOKEN. PLUMB_COMMENT_TOKEN takes precedence. docs/pull-requests.md contains the setup of each system, and of forks.

Without failures and without an earlier comment, only the status is set.

Exit codes:
  0  the comment and the status are written, there is no pull request, or writing failed without --strict
  1  writing failed with --strict
  2  the command line is invalid, or the token is missing

Examples:
  plumb comment
  plumb comment --max-new-failures 0 --id e2e
  plumb comment --print
`,
  run: async (input, context) => {
    const settings = readGateSettings(input.options);
    const server = await resolveConnection(input.options, context.env);
    try {
      return await writeComment(input, { ...settings, server }, context);
    } catch (error) {
      if (!(error instanceof RequestError) || input.flags.has("strict")) throw error;
      context.stderr.write(`${printable(error.message)}\nThe pull request was not changed. ${continues}`);
      return { code: exitCode.ok, json: { comment: "failed", error: error.message } };
    }
  },
};

const continues = "The build continues; --strict makes it fail.\n";

type Settings = ReturnType<typeof readGateSettings> & { readonly server: Connection };

async function writeComment(input: CommandInput, settings: Settings, context: CliContext): Promise<Outcome> {
  const { options, flags } = input;
  const id = options["id"] ?? "";
  if (id.length > 60) throw new UsageError("--id must have at most 60 characters.");
  const prints = flags.has("print");
  const found = prints
    ? null
    : await findPullRequest({ pullRequest: options["pull-request"], commit: options["commit"] }, context);
  if (found === null && !prints) {
    context.stdout.write("This build is not of a pull request: nothing to comment on.\n");
    return { code: exitCode.ok, json: { comment: "none" } };
  }
  const { summary, verdict } = await readSummary(input, settings, { ...context, found });
  if (found === null) {
    const comment = pullRequestComment(summary, verdict, { maxLength: 65_536, foldable: true });
    context.stdout.write(`${printableLines(comment)}\n`);
    return { code: exitCode.ok, json: { comment: "none", summary } };
  }
  return write(found, { id, summary, verdict, server: settings.server }, input, context);
}

interface Rendered {
  readonly summary: PullRequestSummary;
  readonly verdict: CommentVerdict;
}

async function readSummary(
  input: CommandInput,
  settings: Settings,
  context: CliContext & { readonly found: FoundPullRequest | null },
): Promise<Rendered> {
  const { rules, server } = settings;
  const { query, reports } = await readReports(input, settings, context);
  const ended = reports.filter(({ status }) => status !== "running");
  if (input.flags.has("annotate")) await annotateReports(ended, rules, context);
  const evaluated = ended.map((report) => ({ report, rules: evaluateRules(report, rules) }));
  const named = reports.length > 1;
  const verdict = {
    passed: evaluated.every((each) => each.rules.every(({ passed }) => passed)),
    rules: evaluated.flatMap((each) =>
      each.rules.map(({ passed, text }) => ({
        passed,
        text: named ? `#${each.report.number} ${each.report.suite}: ${text}` : text,
      })),
    ),
  };
  const { data: summary } = await sendRequest(server, context, (client) =>
    client.call(readPullRequestSummary, { query }),
  );
  return { summary, verdict };
}

/**
 * Waits for the reports of this build, and returns those of the commit: other workflows of the commit share its comment and its status. Their reports
 * can still be running. If the reports of the build have no commit, or the input names a report or a build, returns only these.
 */
async function readReports(
  input: CommandInput,
  { rules, timeoutMs, server }: Settings,
  context: CliContext & { readonly found: FoundPullRequest | null },
): Promise<{ readonly query: GateQuery; readonly reports: readonly GateReport[] }> {
  const { found } = context;
  const build = found?.build ?? null;
  const detected = async () => ({ ...(await context.detected()), ...(build !== null && { build }) });
  const query = await queryFromInput(input, server, { ...context, detected });
  const extended = (selected: GateQuery) =>
    withLocations(withSuiteChanges(selected, rules), input.flags.has("annotate"));
  const { reports } = await waitForReports(server, extended(query), timeoutMs, context);
  // --print works without a pull request.
  const { commit, pullRequest } = found ?? (await context.detected());
  if (commit === undefined || input.args.length > 0 || input.options["build"] !== undefined) return { query, reports };
  const { build: _build, ...selection } = query;
  const ofCommit = { ...selection, commit, ...(pullRequest !== undefined && { pullRequest }) };
  const { data: all } = await sendRequest(server, context, (client) =>
    client.call(readGate, { query: extended(ofCommit) }),
  );
  const isCovered = ({ suite, environment }: GateReport) =>
    all.some((other) => other.suite === suite && other.environment === environment);
  return reports.every(isCovered) ? { query: ofCommit, reports: all } : { query, reports };
}

async function write(
  { host, pullRequest, commit }: FoundPullRequest,
  { id, summary, verdict, server }: Rendered & { readonly id: string; readonly server: Connection },
  { flags }: CommandInput,
  context: CliContext,
): Promise<Outcome> {
  const { projectId, projectName, publicUrl = server.url } = summary;
  const format = { ...host.format, maxLength: host.format.maxLength - maxMarkLength };
  const { comment, commentError, statusError, head } = await writeToPullRequest(host, {
    commit,
    comment: {
      key: commentKey({ publicUrl, calledUrl: server.url, projectId, name: id }),
      text: pullRequestComment(summary, verdict, format),
      readAt: Date.parse(summary.readAt),
      mayCreate: !isUneventful(summary, verdict),
    },
    status: flags.has("no-status")
      ? null
      : {
          state: gateState(summary, verdict),
          name: `Plumb: ${printable(projectName).slice(0, 60)}${id === "" ? "" : ` (${id})`}`,
          description: statusDescription(summary, verdict),
          url: summary.reports[0]?.url ?? "",
        },
  });
  if (comment === "outdated")
    context.stdout.write(
      `The head of pull request ${pullRequest} is ${printable(head)}, not the tested commit ${commit}: the comment was not changed.\n`,
    );
  else if (comment !== null) context.stdout.write(`${reported[comment]}: ${host.name}, pull request ${pullRequest}.\n`);
  const errors = [
    ...(commentError === null ? [] : [`The comment was refused: ${messageOf(commentError)}`]),
    ...(statusError === null ? [] : [`The commit status was refused: ${messageOf(statusError)}`]),
  ];
  const json = { comment: comment ?? "failed", passed: verdict.passed, pullRequest };
  if (errors.length === 0) return { code: exitCode.ok, json };
  const isStrict = flags.has("strict");
  context.stderr.write(`${errors.join("\n")}\n${isStrict ? "" : continues}`);
  return { code: isStrict ? exitCode.failed : exitCode.ok, json: { ...json, error: errors.join(" ") } };
}

const reported: Readonly<Record<Published, string>> = {
  created: "The comment was created",
  updated: "The comment was updated",
  older: "Another job wrote newer results",
  none: "There are no failures and no earlier comment, so none was written",
};

/** @throws the error if it is a bug. */
function messageOf(error: unknown): string {
  if (!(error instanceof RequestError)) throw error;
  return printable(error.message);
}
