import { type GateReport, maxLocatedFailures, readGate } from "@plumb/contract/runs/gate.ts";
import { RefusedError } from "@plumb/client/call-error.ts";
import { counted } from "@plumb/contract/text/counted.ts";
import { printable } from "@plumb/reporter-core/text.ts";
import type { CliContext } from "#core/cli-context.ts";
import type { CommandInput, CommandSpec, Outcome } from "#core/command.ts";
import { exitCode } from "#core/exit-code.ts";
import { RequestError } from "#core/request-error.ts";
import { UsageError } from "#core/usage-error.ts";
import { asProblems, asSarif, asText } from "#failures/formats.ts";
import { type LocatedFailure, locatedFailures } from "#failures/located-failures.ts";
import { repositoryPaths } from "#failures/repository-paths.ts";
import { connectionOptions, resolveConnection } from "#server/connection.ts";
import { parseReportReference } from "#server/report-reference.ts";
import { sendRequest } from "#server/send-request.ts";
import { gateQuery, type GateQuery } from "./gate.ts";

/** Maximum number of failures to list, in all reports together. */
const maxListed = 1000;

const formats = ["text", "json", "sarif", "problem"] as const;
type Format = (typeof formats)[number];

export const failures: CommandSpec = {
  name: "failures",
  summary: "list failed tests with file and line, for editors and scripts",
  description:
    "List the failed tests of the latest reports of the current branch, or of a commit, a pull request or one report.",
  options: {
    ...connectionOptions,
    branch: "branch whose latest reports are read (default: the current one)",
    commit: "commit whose latest reports are read",
    "pull-request": "number of the pull or merge request whose latest reports are read",
    report: "number of a report in the project of the key, or its address",
    suite: "list only failures of this suite",
    environment: "list only failures of this environment",
    format: "text, json, sarif (2.1.0) or problem (file:line:column: error: message) (default: text)",
  },
  help: `
At most 1,000 failures are listed; the last line of the output counts the others. Paths begin at the root of the repository. Failures that the base of the report has, too, are known.

Exit codes:
  0  the failures are listed, even if there are none
  1  the server could not be reached, or there is no such report
  2  the command line is invalid

Examples:
  plumb failures
  plumb failures --pull-request 12 --format problem
  plumb failures --report 69 --format sarif > plumb.sarif
`,
  run: async (input, context) => {
    const format = formatOf(input.options["format"]);
    const server = await resolveConnection(input.options, context.env);
    const query = await queryOf(input, server.url, context);
    const read = (selected: GateQuery, page: { readonly offset?: number }) =>
      sendRequest(server, context, (client) =>
        client
          .call(readGate, { query: { ...selected, ...page, limit: maxLocatedFailures, locations: "true" } })
          .catch((error: unknown) => {
            if (!(error instanceof RefusedError && error.status === 404)) throw error;
            throw new RequestError("There is no such report in the project of this key.");
          }),
      );
    const { data: reports } = await read(query, {});
    if (reports.length === 0) throw new RequestError("There is no report of this branch, commit or pull request.");
    const findPath = await repositoryPaths(context.cwd);
    const listed: LocatedFailure[] = [];
    for (const report of reports) {
      const { reportId, failed, errored } = report;
      const more = async (offset: number) => (await read({ reportId }, { offset })).data[0]?.tests ?? [];
      const tests = [...report.tests];
      const max = Math.min(failed + errored, maxListed - listed.length);
      for (let next = tests; next.length > 0 && tests.length < max;) {
        next = await more(tests.length);
        // Servers without pages return the first failures again.
        if (next[0]?.url === tests[0]?.url) break;
        tests.push(...next);
      }
      listed.push(...locatedFailures(report, tests.slice(0, max), findPath));
    }
    return print(format, { reports, listed }, context);
  },
};

function formatOf(text = "text"): Format {
  const format = formats.find((each) => each === text);
  if (format === undefined) throw new UsageError(`--format must be ${formats.join(", ")}, not ${text}.`);
  return format;
}

async function queryOf({ options }: CommandInput, url: string, context: CliContext): Promise<GateQuery> {
  const { report, commit, branch } = options;
  const pullRequest = options["pull-request"];
  const selected = [report, commit, branch, pullRequest].filter((each) => each !== undefined);
  if (selected.length > 1) throw new UsageError("Pass only one of --report, --commit, --branch and --pull-request.");
  if (report !== undefined) return parseReportReference(report, url, context.stderr);
  if (commit !== undefined && !/^[0-9a-f]{7,64}$/.test(commit))
    throw new UsageError(`--commit must be a hash, not ${commit}.`);
  const scope = gateQuery({ suite: options["suite"], environment: options["environment"] });
  if (commit !== undefined) return { ...scope, commit };
  if (pullRequest !== undefined) return { ...scope, pullRequest };
  const current = branch ?? (await context.detected()).branch;
  if (current === undefined)
    throw new UsageError("The current branch is unknown: pass --branch, --commit, --pull-request or --report.");
  return { ...scope, branch: current };
}

interface Listed {
  readonly reports: readonly GateReport[];
  readonly listed: readonly LocatedFailure[];
}

function print(format: Format, { reports, listed }: Listed, { stdout, stderr }: CliContext): Outcome {
  const all = reports.reduce((sum, report) => sum + report.failed + report.errored, 0);
  const json = {
    reports: reports.map(({ number, url, suite, environment, status, failed, errored }) => ({
      number,
      url,
      suite,
      environment,
      status,
      failed,
      errored,
    })),
    failures: listed,
  };
  const text = {
    text: () => asText(listed),
    problem: () => asProblems(listed),
    json: () => JSON.stringify(json, null, 2),
    sarif: () => JSON.stringify(asSarif(listed), null, 2),
  }[format]();
  if (text !== "") stdout.write(`${text}\n`);
  const running = reports.filter(({ status }) => status === "running");
  const unlocated = listed.filter(({ file }) => file === null).length;
  const notes = [
    `${counted(all, "failure")} in ${counted(reports.length, "report")}: ${reports.map(({ number, suite }) => `#${number} ${printable(suite)}`).join(", ")}`,
    ...(running.length === 0 ? [] : [`${counted(running.length, "report")} still running`]),
    ...(all > listed.length ? [`${all - listed.length} of them are not listed`] : []),
    ...(unlocated > 0 && format !== "text" && format !== "json" ? [`${unlocated} of them have no file`] : []),
  ];
  stderr.write(`${notes.join("; ")}.\n`);
  return { code: exitCode.ok, json };
}
