import { RefusedError } from "@plumb/client/call-error.ts";
import type { Client } from "@plumb/client/client.ts";
import { type GateReport, readGate } from "@plumb/contract/runs/gate.ts";
import { ask } from "#ask.ts";
import type { CommandPlan, Given, Outcome } from "#command.ts";
import { type Connection, connection, connectionOptions } from "#connection.ts";
import { exitCode } from "#exit-code.ts";
import { countingTests, failureName, gateRules, type GateRules, judge, type RuleVerdict, untold } from "#gate-rules.ts";
import { gateSummary } from "#gate-summary.ts";
import { addToSummary } from "#job-summary.ts";
import { reportId } from "#report-reference.ts";
import { RequestError } from "#request-error.ts";
import type { Surroundings } from "#surroundings.ts";
import { counted, printable } from "@plumb/reporter-core/text.ts";
import { runOptions } from "#upload-options.ts";
import { UsageError } from "#usage-error.ts";

export const gate: CommandPlan = {
  name: "gate",
  summary: "fail a build by rules: new failures, pass rate, failed tests",
  description:
    "Judge a report, or all reports of this build, by rules, and say why. Without a rule: no failed test that is not in quarantine.",
  argument: ["[report]", "id or address of a report (default: the reports of this build)"],
  options: {
    ...connectionOptions,
    "max-new-failures": "most tests that failed and did not in the run before",
    "max-failures": "most failed tests (default: 0, where no other rule is given)",
    "min-pass-rate": "least percentage of the tests that ran and count, such as 98 or 99.5",
    ignore:
      "which failures do not count: known (failed in the run before), flaky, quarantined, or none (default: quarantined)",
    build: "whose reports to judge (default: the CI system's pipeline)",
    suite: runOptions.suite.replace(/ \(.*/, ", to judge only its reports"),
    environment: "judge only reports of this environment",
    timeout: "seconds to wait until the reports are there and judged (default: 300)",
  },
  help: `
Exit codes:
  0  the gate is open: every rule holds
  1  the server could not be asked, or nothing was judged in time
  2  the command is wrong
  4  the gate is closed: a rule does not hold

The gate also fails if a run was interrupted or a part of it is missing, if no test ran, or if something went wrong outside of its tests.

Examples:
  plumb gate
  plumb gate --max-new-failures 0 --min-pass-rate 98
  plumb gate --max-failures 0 --ignore known,flaky,quarantined
  plumb gate http://plumb.example:4600/reports/7 --json
`,
  run: judgeReports,
};

interface Wish {
  readonly reportId?: number;
  readonly build?: string;
  readonly suite?: string;
  readonly environment?: string;
}

interface JudgedReport {
  readonly report: GateReport;
  readonly rules: readonly RuleVerdict[];
}

/** Failures of a report. */
const mostShown = 10;
const pollMs = 2000;
const usualTimeoutSeconds = 300;

async function judgeReports(given: Given, around: Surroundings): Promise<Outcome> {
  const rules = gateRules(given.values);
  const timeoutMs = timeoutOf(given.values["timeout"]);
  const server = await connection(given.values, around.env);
  const wish = await wishOf(given, server, around);
  const { reports, count } = await untilJudged(server, wish, timeoutMs, around);
  const judged = reports.map((report): JudgedReport => ({ report, rules: judge(report, rules) }));
  const open = judged.every((each) => each.rules.every(({ passed }) => passed));
  for (const each of judged) print(each, rules, around);
  if (count > reports.length)
    around.stdout.write(
      `Of ${count} reports ${reports.length} were judged: those that did not pass, and then the latest.\n`,
    );
  around.stdout.write(`The gate is ${open ? "open" : "closed"}.\n`);
  for (const { report } of judged) around.stdout.write(`${printable(report.url)}\n`);
  await addToSummary(around, gateSummary(open, judged, rules));
  return {
    code: open ? exitCode.ok : exitCode.closed,
    json: { open, ignore: rules.ignore, reports: judged.map((each) => ({ ...each.report, rules: each.rules })) },
  };
}

async function wishOf({ words, values }: Given, { url }: Connection, around: Surroundings): Promise<Wish> {
  const [named] = words;
  if (named !== undefined) return { reportId: reportId(named, url, around.stderr) };
  const build = values["build"] ?? (around.env["PLUMB_BUILD"]?.trim() || (await around.detected()).build);
  if (build === undefined)
    throw new UsageError("No build: name a report, or pass --build with what the reports were uploaded with.");
  const { suite, environment } = values;
  return { build, ...(suite !== undefined && { suite }), ...(environment !== undefined && { environment }) };
}

function timeoutOf(text: string | undefined): number {
  if (text === undefined) return usualTimeoutSeconds * 1000;
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`--timeout is a number of seconds, not ${text}.`);
  return Number(text) * 1000;
}

/** @throws RequestError where there is nothing to judge when the time is over. */
async function untilJudged(
  server: Connection,
  wish: Wish,
  timeoutMs: number,
  around: Surroundings,
): Promise<{ readonly reports: readonly GateReport[]; readonly count: number }> {
  const what = wish.reportId === undefined ? `a report of build ${wish.build}` : `report ${wish.reportId}`;
  const readAll = (client: Client) =>
    client.call(readGate, { query: wish }).catch((error: unknown) => {
      if (!(error instanceof RefusedError && error.status === 404)) throw error;
      throw new RequestError(`There is no ${what.replace(/^a /, "")} in the project of this key.`);
    });
  const until = around.now() + timeoutMs;
  for (let isFirst = true; ; isFirst = false) {
    const { data: reports, count } = await ask(server, around, readAll, { until });
    const running = reports.filter(({ status }) => status === "running");
    if (reports.length > 0 && running.length === 0) return { reports, count };
    const lacking =
      reports.length === 0
        ? `There is no ${what.replace(/^a /, "")}`
        : `${counted(running.length, "report")} still running`;
    if (around.now() >= until)
      throw new RequestError(`${lacking} after ${timeoutMs / 1000} s: nothing was judged.${hint(reports, wish)}`);
    if (isFirst) around.stderr.write(`Waiting for ${printable(what)} to be judged …\n`);
    await around.sleep(pollMs);
  }
}

function hint(reports: readonly GateReport[], { build }: Wish): string {
  if (reports.length > 0) return ` See ${reports.map(({ url }) => url).join(", ")}`;
  return build === undefined ? "" : " Was it uploaded with the same --build?";
}

function print({ report, rules: verdicts }: JudgedReport, rules: GateRules, { stdout }: Surroundings): void {
  const place = [report.environment, report.branch].filter((part) => part !== null && part !== "").join(", ");
  stdout.write(`Report ${report.number} of ${printable(report.suite)} (${printable(place)})\n`);
  for (const { passed, text } of verdicts) stdout.write(`  ${passed ? "holds " : "BROKEN"}  ${text}\n`);
  if (verdicts.every(({ passed }) => passed)) return;
  const shown = countingTests(report, rules).slice(0, mostShown);
  for (const failure of shown) {
    const { url, errorLine, known } = failure;
    const isNew = report.comparedWith !== null && !known;
    stdout.write(`    ${printable(failureName(failure))}${isNew ? "  [new]" : ""}\n`);
    if (errorLine !== null) stdout.write(`      ${printable(errorLine)}\n`);
    stdout.write(`      ${printable(url)}\n`);
  }
  const more = untold(report, rules, shown.length);
  if (more > 0) stdout.write(`    and ${more} more\n`);
}
