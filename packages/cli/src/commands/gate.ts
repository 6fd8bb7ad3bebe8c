import { counted } from "@plumb/contract/text/counted.ts";
import { RefusedError } from "@plumb/client/call-error.ts";
import type { Client } from "@plumb/client/client.ts";
import { type GateReport, readGate } from "@plumb/contract/runs/gate.ts";
import { annotate, annotateFlag } from "#annotations/annotate.ts";
import { sendRequest } from "#server/send-request.ts";
import type { CommandSpec, CommandInput, Outcome } from "#core/command.ts";
import { type Connection, resolveConnection, connectionOptions } from "#server/connection.ts";
import { exitCode } from "#core/exit-code.ts";
import {
  countingTests,
  failureName,
  gateRules,
  type GateRules,
  evaluateRules,
  needsSuiteChanges,
  type RuleResult,
  stateMark,
  unlistedCount,
} from "#gate/gate-rules.ts";
import { gateSummary } from "#gate/gate-summary.ts";
import { addToSummary } from "#output/job-summary.ts";
import { parseReportReference } from "#server/report-reference.ts";
import { RequestError } from "#core/request-error.ts";
import type { CliContext } from "#core/cli-context.ts";
import { printable } from "@plumb/reporter-core/text.ts";
import { runOptions } from "#upload/upload-options.ts";
import { UsageError } from "#core/usage-error.ts";

/** Options of the commands that check reports. */
export const gateOptions = {
  "max-new-failures": "maximum number of failures that are new compared with the target branch or a main branch",
  "max-failures": "maximum number of failures (default: 0 without other rules)",
  "min-pass-rate": "minimum percentage of passed tests, without skipped tests and ignored failures, such as 98 or 99.5",
  "max-removed": "maximum number of tests that the base has and the report lacks; renamed tests do not count",
  "max-new-skips": "maximum number of tests that ran in the base and are skipped",
  ignore:
    "failures that do not count: known (failed in the base too), flaky, quarantined, or none (default: quarantined)",
  timeout: "seconds to wait until the reports exist and have ended (default: 300)",
} as const;

/** Options that select the reports of a build. */
export const selectionOptions = {
  build: "build to check (default: the CI system's pipeline)",
  suite: runOptions.suite.replace(/ \(.*/, ", to check only its reports"),
  environment: "check only reports of this environment",
} as const;

export const gate: CommandSpec = {
  name: "gate",
  summary: "fail a build by rules: new failures, pass rate, failed tests",
  description:
    "Check a report, or all reports of this build, against rules. Without a rule: no failed test that is not in quarantine.",
  argument: [
    "[report]",
    "number of a report in the project of the key, or its address (default: the reports of this build)",
  ],
  options: {
    ...connectionOptions,
    ...gateOptions,
    ...selectionOptions,
  },
  flags: { annotate: annotateFlag },
  help: `
Exit codes:
  0  the gate passed
  1  the server could not be reached, or no report ended in time
  2  the command line is invalid
  4  the gate failed

The gate also fails if a run was interrupted or a part of it is missing, if no test ran, or if something failed outside the tests.

Examples:
  plumb gate
  plumb gate --max-new-failures 0 --min-pass-rate 98
  plumb gate --max-failures 0 --ignore known,flaky,quarantined
  plumb gate 69
  plumb gate http://plumb.example:4600/reports/7 --json
`,
  run: async (input, context) => {
    const rules = readGateSettings(input.options);
    const server = await resolveConnection(input.options, context.env);
    const annotates = input.flags.has("annotate");
    const query = withLocations(await queryFromInput(input, server, context), annotates);
    const outcome = await evaluateReports([query], rules, server, context);
    if (annotates) await annotateReports(outcome.reports, rules.rules, context);
    return outcome;
  },
};

export interface GateQuery {
  readonly reportId?: number | undefined;
  readonly number?: number | undefined;
  readonly build?: string | undefined;
  readonly suite?: string | undefined;
  readonly environment?: string | undefined;
  readonly commit?: string | undefined;
  readonly pullRequest?: string | undefined;
  readonly branch?: string | undefined;
  readonly suiteChanges?: "true";
  readonly locations?: "true";
}

/** Requests the failed lines. */
export function withLocations(query: GateQuery, annotates: boolean): GateQuery {
  return annotates ? { ...query, locations: "true" } : query;
}

/** Marks the lines of the failures that count. */
export async function annotateReports(
  reports: readonly GateReport[],
  rules: GateRules,
  context: CliContext,
): Promise<void> {
  await annotate(
    reports.map((report) => ({ report, tests: countingTests(report, rules) })),
    context,
  );
}

/** Returns the query for one report by its id, or for all reports of a build. */
export function gateQuery({ reportId, build, suite, environment }: Partial<GateQuery>): GateQuery {
  if (reportId !== undefined) return { reportId };
  return {
    ...(build !== undefined && { build }),
    ...(suite !== undefined && { suite }),
    ...(environment !== undefined && { environment }),
  };
}

export interface GateSettings {
  readonly rules: GateRules;
  readonly timeoutMs: number;
}

/** @throws UsageError naming the invalid option. */
export function readGateSettings(options: CommandInput["options"]): GateSettings {
  return { rules: gateRules(options), timeoutMs: parseTimeout(options["timeout"]) };
}

interface EvaluatedReport {
  readonly report: GateReport;
  readonly rules: readonly RuleResult[];
}

/** Maximum number of failures to print per report. */
const maxVisible = 10;
const pollMs = 2000;
const defaultTimeoutSeconds = 300;

/**
 * Waits until the reports have ended, checks them and prints the results.
 *
 * @throws RequestError if there was no report to check.
 */
export async function evaluateReports(
  queries: readonly GateQuery[],
  { rules, timeoutMs }: GateSettings,
  server: Connection,
  context: CliContext,
): Promise<Outcome & { readonly reports: readonly GateReport[] }> {
  const reports: GateReport[] = [];
  let count = 0;
  for (const query of queries) {
    const found = await waitForReports(server, withSuiteChanges(query, rules), timeoutMs, context);
    reports.push(...found.reports);
    count += found.count;
  }
  const evaluated = reports.map((report): EvaluatedReport => ({ report, rules: evaluateRules(report, rules) }));
  const passed = evaluated.every((each) => each.rules.every((result) => result.passed));
  for (const each of evaluated) print(each, rules, context);
  if (count > reports.length)
    context.stdout.write(
      `${reports.length} of ${count} reports were checked: those that did not pass, and then the latest.\n`,
    );
  context.stdout.write(`Gate ${passed ? "passed" : "FAILED"}\n`);
  for (const { url } of reports) context.stdout.write(`${printable(url)}\n`);
  await addToSummary(context, gateSummary(passed, evaluated, rules));
  return {
    code: passed ? exitCode.ok : exitCode.closed,
    json: {
      open: passed,
      ignore: rules.ignore,
      reports: evaluated.map((each) => ({ ...each.report, rules: each.rules })),
    },
    reports,
  };
}

export async function queryFromInput(
  { args, options }: CommandInput,
  { url }: Connection,
  context: Pick<CliContext, "detected" | "env" | "stderr">,
): Promise<GateQuery> {
  const [report] = args;
  if (report !== undefined) return parseReportReference(report, url, context.stderr);
  const build = options["build"] ?? (context.env["PLUMB_BUILD"]?.trim() || (await context.detected()).build);
  if (build === undefined) throw new UsageError("No build: pass a report, or --build with the build of the uploads.");
  return gateQuery({ build, suite: options["suite"], environment: options["environment"] });
}

function parseTimeout(text: string | undefined): number {
  if (text === undefined) return defaultTimeoutSeconds * 1000;
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`--timeout must be a number of seconds, not ${text}.`);
  return Number(text) * 1000;
}

/** Requests the changes of the suite if a rule needs them. */
export function withSuiteChanges(query: GateQuery, rules: GateRules): GateQuery {
  return needsSuiteChanges(rules) ? { ...query, suiteChanges: "true" } : query;
}

/** @throws RequestError if no report has ended before the timeout. */
export async function waitForReports(
  server: Connection,
  query: GateQuery,
  timeoutMs: number,
  context: CliContext,
): Promise<{ readonly reports: readonly GateReport[]; readonly count: number }> {
  const description = nameOf(query);
  const readAll = (client: Client) =>
    client.call(readGate, { query }).catch((error: unknown) => {
      if (!(error instanceof RefusedError && error.status === 404)) throw error;
      throw new RequestError(`There is no ${description.replace(/^(?:a|the) /, "")} in the project of this key.`);
    });
  const deadline = context.now() + timeoutMs;
  let collectedBy: number | null = null;
  for (let isFirst = true; ; isFirst = false) {
    const { data: reports, count } = await sendRequest(server, context, readAll, { deadline });
    const running = reports.filter(({ status }) => status === "running");
    if (reports.length > 0 && running.length === 0) {
      collectedBy ??= context.now() + maxCollectionMs;
      if (!reports.some(mayChange) || context.now() >= Math.min(deadline, collectedBy)) return { reports, count };
      await context.sleep(pollMs);
      continue;
    }
    const state =
      reports.length === 0
        ? `There is no ${description.replace(/^(?:a|the) /, "")}`
        : `${counted(running.length, "report")} still running`;
    if (context.now() >= deadline)
      throw new RequestError(`${state} after ${timeoutMs / 1000} s: nothing was checked.${hint(reports, query)}`);
    if (isFirst) context.stderr.write(`Waiting for ${printable(description)} to end …\n`);
    await context.sleep(pollMs);
  }
}

/** How long to wait for the causes of an ended report. Without them, failures count as new, so the gate never passes by mistake. */
const maxCollectionMs = 30_000;

/** Returns true if failures may turn out to have the cause that they have in the base. Older servers do not send `collected`. */
function mayChange({ collected, failures }: GateReport): boolean {
  return (collected as boolean | undefined) === false && failures.some(({ changedCause }) => changedCause);
}

function nameOf({ reportId, number, build, suite, environment }: GateQuery): string {
  if (number !== undefined) return `report #${number}`;
  if (reportId !== undefined) return `the report ${reportId}`;
  const ofSuite = suite === undefined ? "" : ` in the suite ${suite}`;
  const ofEnvironment = environment === undefined ? "" : ` in the environment ${environment}`;
  return `a report of build ${build}${ofSuite}${ofEnvironment}`;
}

function hint(reports: readonly GateReport[], { build, suite, environment }: GateQuery): string {
  if (reports.length > 0) return ` See ${reports.map(({ url }) => url).join(", ")}`;
  if (suite !== undefined || environment !== undefined) return " Check --build, --suite and --environment.";
  return build === undefined ? "" : " Was it uploaded with the same --build?";
}

function print({ report, rules: results }: EvaluatedReport, rules: GateRules, { stdout }: CliContext): void {
  const scope = [report.environment, report.branch].filter((part) => part !== null && part !== "").join(", ");
  stdout.write(`Report #${report.number} of ${printable(report.suite)} (${printable(scope)})\n`);
  for (const { passed, text } of results) stdout.write(`  ${passed ? "passed" : "FAILED"}  ${printable(text)}\n`);
  if (results.every(({ passed }) => passed)) return;
  const visible = countingTests(report, rules).slice(0, maxVisible);
  for (const failure of visible) {
    const { url, errorLine } = failure;
    const mark = stateMark(failure);
    stdout.write(`    ${printable(failureName(failure))}${mark === null ? "" : `  [${mark}]`}\n`);
    if (errorLine !== null) stdout.write(`      ${printable(errorLine)}\n`);
    stdout.write(`      ${printable(url)}\n`);
  }
  const more = unlistedCount(report, rules, visible.length);
  if (more > 0) stdout.write(`    and ${more} more\n`);
}
