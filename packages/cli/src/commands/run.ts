import type { FileVerdict, UploadQuery } from "@plumb/contract/runs/ingest.ts";
import { joinLabels } from "@plumb/contract/runs/run-labels.ts";
import type { Variables } from "@plumb/reporter-core/ci-environment.ts";
import type { CommandSpec, CommandInput, Outcome } from "#core/command.ts";
import { gateOptions, evaluateReports, type GateSettings, readGateSettings, gateQuery } from "./gate.ts";
import { exitCode } from "#core/exit-code.ts";
import { findExistingFiles, type LocalFile } from "#files/find-files.ts";
import { addToSummary, uploadSummary } from "#output/job-summary.ts";
import { printOutcome, type UploadResult, uploadReports } from "#upload/upload-reports.ts";
import { withSharedBuild, uploadSettings, type UploadSettings } from "#upload/upload-settings.ts";
import { startCommand } from "./start-command.ts";
import { whileSendingCommits } from "#upload/while-sending-commits.ts";
import type { CliContext } from "#core/cli-context.ts";
import { labelOptions, uploadFlags, uploadOptions, variableOf } from "#upload/upload-options.ts";
import { UsageError } from "#core/usage-error.ts";
import { defaultReportPatterns } from "#files/default-report-patterns.ts";

export const runCommand: CommandSpec = {
  name: "run",
  summary: "run a command, send its reports and exit with its exit code",
  description:
    "Start a test command, send its report files even if it failed, and exit with its exit code. Reporters get server, key and build from PLUMB_URL, PLUMB_API_KEY, PLUMB_BUILD and so on.",
  argument: ["[command...]", "the command with its arguments, after --"],
  options: {
    ...uploadOptions,
    ...gateOptions,
    reports:
      "where the command writes reports: folders or patterns, separated by commas (default: the usual locations)",
  },
  lists: labelOptions,
  flags: {
    ...uploadFlags,
    gate: "exit with the code of plumb gate for the sent reports instead of the command's",
    strict: "fail if nothing was sent or an upload failed, even if the command failed with another code",
  },
  help: `
Only files that the command wrote are sent, not those of an earlier run. The usual locations: test-results, blob-report,
allure-results, **/target/surefire-reports, **/build/test-results, junit*.xml, results*.json and the like.

Exit codes:
  the command's own; 127 if it was not found, 126 if it cannot be run, 128 and the signal's number if a signal ended it
  if it succeeded: 1 if the upload failed, 3 if a file was rejected or incomplete
  2  the command line of plumb is invalid; nothing was started
  With --gate, if the command failed because of tests: 0 if the gate passed, 4 if it failed, 1 if nothing could be checked
  With --strict, a failed or missing upload takes precedence over the command's own code.

Examples:
  plumb run -- npx playwright test
  plumb run --gate --max-failures 0 --ignore quarantined -- npx playwright test
  plumb run --suite api --reports "report.xml" -- pytest --junitxml=report.xml
  plumb run --reports "target/surefire-reports,target/screenshots" -- mvn -B verify
`,
  run: runAndUpload,
};

async function runAndUpload(input: CommandInput, context: CliContext): Promise<Outcome> {
  const { args, options, flags } = input;
  if (args.length === 0) throw new UsageError("Nothing to run: add a command after --, as in plumb run -- npm test");
  const gateSettings = gateSettingsOf(options, flags);
  const settings = withSharedBuild(await uploadSettings(input, context.env, await context.detected()), "run");
  const patterns = options["reports"]?.split(",").map((pattern) => pattern.trim()) ?? defaultReportPatterns;
  const before = new Map((await findExistingFiles(patterns, context.cwd)).map((file) => [file.path, file]));
  const startedAt = context.now();
  const { code: commandCode, started } = await startCommand(
    args,
    childEnvironment(settings, context.env, flags),
    context,
  );
  if (!started) return { code: commandCode, json: { runs: [], files: [], command: { exitCode: commandCode } } };
  const found = (await findExistingFiles(patterns, context.cwd)).map((file) =>
    // Default locations may contain any files; only a file that the user specified must be a report.
    options["reports"] === undefined ? { ...file, mustBeReport: false } : file,
  );
  // A file counts as written if it differs from its state before the command, which does not depend on the file system's clock, or if it is newer
  // than the start.
  const changed = found.filter((file) => file.modified >= startedAt || !isSame(file, before.get(file.path)));
  const upload = await uploadWritten(changed, found.length, { settings, patterns, flags }, context);
  const code = combinedExitCode(commandCode, upload.code, flags.has("strict"));
  const json = { ...upload.json, command: { exitCode: commandCode } };
  if (gateSettings === null || upload.code === exitCode.failed) return { code, json };
  const { build, suite, environment } = settings.query;
  // Without report files, a reporter may have sent the results under this build.
  const reports = upload.runs.length === 0 ? [{ build, suite, environment }] : upload.runs;
  const evaluated = await evaluateReports(reports.map(gateQuery), gateSettings, settings, context);
  const gateCode = exitCodeAfterGate(commandCode, evaluated, context);
  const isIncomplete = upload.code === exitCode.incomplete && gateCode === exitCode.ok;
  return { code: isIncomplete ? exitCode.incomplete : gateCode, json: { ...json, gate: evaluated.json } };
}

/**
 * @throws UsageError for a rule without `--gate`, which would have no effect.
 */
function gateSettingsOf(options: CommandInput["options"], flags: CommandInput["flags"]): GateSettings | null {
  if (flags.has("gate")) return readGateSettings(options);
  const unused = Object.keys(gateOptions).find((name) => options[name] !== undefined);
  if (unused !== undefined) throw new UsageError(`--${unused} requires --gate.`);
  return null;
}

/** A failure that failed tests do not explain, such as a coverage limit, a linter or a signal, keeps its exit code. */
function exitCodeAfterGate(
  commandCode: number,
  { code, reports }: Awaited<ReturnType<typeof evaluateReports>>,
  context: CliContext,
): number {
  if (code !== exitCode.ok || commandCode === 0) return code;
  const isExplained = reports.some(({ failed, errored }) => failed + errored > 0);
  if (isExplained && commandCode < 128) return code;
  context.stderr.write(
    `The command exited with ${commandCode}, which no failed test explains. This exit code is kept.\n`,
  );
  return commandCode;
}

function isSame(file: LocalFile, before: LocalFile | undefined): boolean {
  return before !== undefined && before.modified === file.modified && before.size === file.size;
}

interface WrittenOptions {
  readonly settings: UploadSettings;
  readonly patterns: readonly string[];
  readonly flags: ReadonlySet<string>;
}

async function uploadWritten(
  changed: readonly LocalFile[],
  found: number,
  { settings, patterns, flags }: WrittenOptions,
  context: CliContext,
): Promise<Outcome & Pick<UploadResult, "runs">> {
  if (changed.length === 0) {
    const older = found === 0 ? "" : `, only older ones (${found})`;
    context.stderr.write(
      `No report was sent: the command wrote no file in the report locations${older}. Set the location with --reports. Reporters send their results themselves.\n`,
    );
    return { code: nothingSent, json: { runs: [], files: [] }, runs: [] };
  }
  const result = await whileSendingCommits(settings, flags, context, () =>
    uploadReports(changed, settings, patterns, context),
  );
  if (
    patterns === defaultReportPatterns &&
    result.error !== null &&
    result.files.length > 0 &&
    result.files.every(isNoReport)
  ) {
    context.stderr.write(
      "None of these files is a report. Set the location with --reports. Reporters send their results themselves.\n",
    );
    return { code: nothingSent, json: { runs: [], files: result.files }, runs: [] };
  }
  await addToSummary(context, uploadSummary(result.runs, result.files, result.error));
  return { ...printOutcome(result, context), runs: result.runs };
}

/** Other files in a default location, such as traces and screenshots, do not fail the upload. */
function isNoReport({ verdict, format }: FileVerdict): boolean {
  return verdict === "unused" || (verdict === "rejected" && format === null);
}

/** Internal value, not an exit code. `--strict` decides whether it is an error. */
const nothingSent = -1;

function combinedExitCode(commandCode: number, upload: number, strict: boolean): number {
  if (strict && upload !== exitCode.ok) return upload === nothingSent ? exitCode.incomplete : upload;
  if (commandCode !== 0 || upload === nothingSent) return commandCode;
  return upload;
}

/** Variables for reporters and for `plumb` inside the command. */
function childEnvironment({ url, key, query }: UploadSettings, env: Variables, flags: ReadonlySet<string>): Variables {
  const fields: readonly (readonly [Parameters<typeof variableOf>[0], keyof UploadQuery])[] = [
    ["suite", "suite"],
    ["environment", "environment"],
    ["branch", "branch"],
    ["commit", "commit"],
    ["commit-author", "commitAuthor"],
    ["pull-request", "pullRequest"],
    ["target-branch", "targetBranch"],
    ["build", "build"],
    ["ci-url", "ciUrl"],
    ["job", "job"],
    ["job-attempt", "jobAttempt"],
  ];
  const build = fields.flatMap(([option, field]) =>
    query[field] === undefined ? [] : [[variableOf(option), String(query[field])] as const],
  );
  const partial = query.partial === undefined ? {} : { PLUMB_PARTIAL: String(query.partial) };
  const rerun = query.rerun === true ? { PLUMB_RERUN: "true" } : {};
  const commits = flags.has("no-commits") ? { PLUMB_COMMITS: "off" } : {};
  const labels = {
    ...(query.tag !== undefined && { PLUMB_TAGS: joinLabels(query.tag) }),
    ...(query.fact !== undefined && { PLUMB_FACTS: joinLabels(query.fact) }),
  };
  return {
    ...env,
    PLUMB_URL: url,
    PLUMB_API_KEY: key,
    ...partial,
    ...rerun,
    ...commits,
    ...labels,
    ...Object.fromEntries(build),
  };
}
