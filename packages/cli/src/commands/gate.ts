import { RefusedError } from "@plumb/client/call-error.ts";
import type { Client } from "@plumb/client/client.ts";
import { type GateReport, readGate } from "@plumb/contract/runs/gate.ts";
import { ask } from "#server/send-request.ts";
import type { CommandSpec, Given, Outcome } from "#core/command.ts";
import { type Connection, connection, connectionOptions } from "#server/connection.ts";
import { exitCode } from "#core/exit-code.ts";
import {
  countingTests,
  failureName,
  gateRules,
  type GateRules,
  evaluateRules,
  type RuleVerdict,
  stateMark,
  untold,
} from "#gate/gate-rules.ts";
import { gateSummary } from "#gate/gate-summary.ts";
import { addToSummary } from "#output/job-summary.ts";
import { reportReference } from "#server/report-reference.ts";
import { RequestError } from "#core/request-error.ts";
import type { CliContext } from "#core/cli-context.ts";
import { counted, printable } from "@plumb/reporter-core/text.ts";
import { runOptions } from "#upload/upload-options.ts";
import { UsageError } from "#core/usage-error.ts";

/** Options of the commands that check reports. */
export const gateOptions = {
  "max-new-failures": "most failures that are new against the target branch or a main branch",
  "max-failures": "most failures (default: 0, if there is no other rule)",
  "min-pass-rate": "least percentage of passed tests, without skipped tests and ignored failures, such as 98 or 99.5",
  ignore:
    "failures that do not count: known (failed in the base too), flaky, quarantined, or none (default: quarantined)",
  timeout: "seconds to wait until the reports are there and have ended (default: 300)",
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
    build: "whose reports to judge (default: the CI system's pipeline)",
    suite: runOptions.suite.replace(/ \(.*/, ", to judge only its reports"),
    environment: "judge only reports of this environment",
  },
  help: `
Exit codes:
  0  the gate passed
  1  the server could not be asked, or nothing was judged in time
  2  the command is wrong
  4  the gate failed

The gate also fails if a run was interrupted or a part of it is missing, if no test ran, or if something went wrong outside of its tests.

Examples:
  plumb gate
  plumb gate --max-new-failures 0 --min-pass-rate 98
  plumb gate --max-failures 0 --ignore known,flaky,quarantined
  plumb gate 69
  plumb gate http://plumb.example:4600/reports/7 --json
`,
  run: async (given, context) => {
    const rules = readRules(given.values);
    const server = await connection(given.values, context.env);
    return evaluateReports([await wishOf(given, server, context)], rules, server, context);
  },
};

interface Wish {
  readonly reportId?: number | undefined;
  readonly number?: number | undefined;
  readonly build?: string | undefined;
  readonly suite?: string | undefined;
  readonly environment?: string | undefined;
}

/** Returns the query for one report by its id, or for all reports of a build. */
export function wishFor({ reportId, build, suite, environment }: Partial<Wish>): Wish {
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
export function readRules(values: Given["values"]): GateSettings {
  return { rules: gateRules(values), timeoutMs: timeoutOf(values["timeout"]) };
}

interface EvaluatedReport {
  readonly report: GateReport;
  readonly rules: readonly RuleVerdict[];
}

/** Maximum number of failures to print per report. */
const maxShown = 10;
const pollMs = 2000;
const usualTimeoutSeconds = 300;

/**
 * Waits until the reports have ended, checks them and prints the results.
 *
 * @throws RequestError if there was no report to check.
 */
export async function evaluateReports(
  wishes: readonly Wish[],
  { rules, timeoutMs }: GateSettings,
  server: Connection,
  context: CliContext,
): Promise<Outcome & { readonly reports: readonly GateReport[] }> {
  const reports: GateReport[] = [];
  let count = 0;
  for (const wish of wishes) {
    const found = await waitUntilCounted(server, wish, timeoutMs, context);
    reports.push(...found.reports);
    count += found.count;
  }
  const evaluated = reports.map((report): EvaluatedReport => ({ report, rules: evaluateRules(report, rules) }));
  const passed = evaluated.every((each) => each.rules.every((verdict) => verdict.passed));
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

async function wishOf({ args, values }: Given, { url }: Connection, context: CliContext): Promise<Wish> {
  const [named] = args;
  if (named !== undefined) return reportReference(named, url, context.stderr);
  const build = values["build"] ?? (context.env["PLUMB_BUILD"]?.trim() || (await context.detected()).build);
  if (build === undefined)
    throw new UsageError("No build: name a report, or pass --build with what the reports were uploaded with.");
  return wishFor({ build, suite: values["suite"], environment: values["environment"] });
}

function timeoutOf(text: string | undefined): number {
  if (text === undefined) return usualTimeoutSeconds * 1000;
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`--timeout is a number of seconds, not ${text}.`);
  return Number(text) * 1000;
}

/** @throws RequestError if no report has ended before the timeout. */
async function waitUntilCounted(
  server: Connection,
  wish: Wish,
  timeoutMs: number,
  context: CliContext,
): Promise<{ readonly reports: readonly GateReport[]; readonly count: number }> {
  const what = nameOf(wish);
  const readAll = (client: Client) =>
    client.call(readGate, { query: wish }).catch((error: unknown) => {
      if (!(error instanceof RefusedError && error.status === 404)) throw error;
      throw new RequestError(`There is no ${what.replace(/^(?:a|the) /, "")} in the project of this key.`);
    });
  const until = context.now() + timeoutMs;
  for (let isFirst = true; ; isFirst = false) {
    const { data: reports, count } = await ask(server, context, readAll, { until });
    const running = reports.filter(({ status }) => status === "running");
    if (reports.length > 0 && running.length === 0) return { reports, count };
    const lacking =
      reports.length === 0
        ? `There is no ${what.replace(/^(?:a|the) /, "")}`
        : `${counted(running.length, "report")} still running`;
    if (context.now() >= until)
      throw new RequestError(`${lacking} after ${timeoutMs / 1000} s: nothing was judged.${hint(reports, wish)}`);
    if (isFirst) context.stderr.write(`Waiting for ${printable(what)} to end …\n`);
    await context.sleep(pollMs);
  }
}

function nameOf({ reportId, number, build, suite, environment }: Wish): string {
  if (number !== undefined) return `report #${number}`;
  if (reportId !== undefined) return `the report ${reportId}`;
  const ofSuite = suite === undefined ? "" : ` in the suite ${suite}`;
  const ofEnvironment = environment === undefined ? "" : ` in the environment ${environment}`;
  return `a report of build ${build}${ofSuite}${ofEnvironment}`;
}

function hint(reports: readonly GateReport[], { build, suite, environment }: Wish): string {
  if (reports.length > 0) return ` See ${reports.map(({ url }) => url).join(", ")}`;
  if (suite !== undefined || environment !== undefined) return " Check --build, --suite and --environment.";
  return build === undefined ? "" : " Was it uploaded with the same --build?";
}

function print({ report, rules: verdicts }: EvaluatedReport, rules: GateRules, { stdout }: CliContext): void {
  const place = [report.environment, report.branch].filter((part) => part !== null && part !== "").join(", ");
  stdout.write(`Report #${report.number} of ${printable(report.suite)} (${printable(place)})\n`);
  for (const { passed, text } of verdicts) stdout.write(`  ${passed ? "passed" : "FAILED"}  ${printable(text)}\n`);
  if (verdicts.every(({ passed }) => passed)) return;
  const shown = countingTests(report, rules).slice(0, maxShown);
  for (const failure of shown) {
    const { url, errorLine } = failure;
    const mark = stateMark(failure);
    stdout.write(`    ${printable(failureName(failure))}${mark === null ? "" : `  [${mark}]`}\n`);
    if (errorLine !== null) stdout.write(`      ${printable(errorLine)}\n`);
    stdout.write(`      ${printable(url)}\n`);
  }
  const more = untold(report, rules, shown.length);
  if (more > 0) stdout.write(`    and ${more} more\n`);
}
