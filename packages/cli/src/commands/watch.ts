import type { FileVerdict, UploadedRun } from "@plumb/contract/runs/ingest.ts";
import type { CommandSpec, CommandInput, Outcome } from "#core/command.ts";
import type { LocalFile } from "#files/find-files.ts";
import { addToSummary, uploadSummary } from "#output/job-summary.ts";
import { printOutcome, type UploadResult, uploadReports } from "#upload/upload-reports.ts";
import { withSharedBuild, uploadSettings, type UploadSettings } from "#upload/upload-settings.ts";
import { whileSendingCommits } from "#upload/while-sending-commits.ts";
import type { CliContext } from "#core/cli-context.ts";
import { labelOptions, uploadFlags, uploadOptions } from "#upload/upload-options.ts";
import { UsageError } from "#core/usage-error.ts";
import { WatchedFiles } from "#files/watched-files.ts";

export const watch: CommandSpec = {
  name: "watch",
  summary: "send report files as they appear, until it is stopped",
  description:
    "Send report files into one run as soon as they are complete: for tools that write a file per class or suite, such as Surefire, Gradle, NUnit and pytest. Ctrl+C (or SIGTERM, SIGHUP) sends what is left and ends.",
  argument: ["[files...]", "folders or patterns to watch; existing files are sent once they change"],
  options: { ...uploadOptions, "until-idle": "stop after this many seconds without a new file" },
  lists: labelOptions,
  flags: { ...uploadFlags, existing: "send existing files too" },
  help: `
The first reports name the suite, by the one class or package that they are of: pass --suite. Files that no report refers to go along
with the next report. Uploads of one build become one run; outside of a CI system each
watch is a build of its own. npx does not pass on SIGTERM: install plumb, or use --until-idle. Send Allure results with plumb upload, when the tests have ended: only together are they a report.

Exit codes:
  0  everything was imported
  1  an upload failed: the server could not be reached or rejected it; what is left was not sent
  2  the command line is invalid; nothing was sent
  3  nothing appeared, or a file was rejected or incomplete

Examples:
  plumb watch "**/target/surefire-reports/TEST-*.xml" --until-idle 60
  plumb watch TestResults/ --suite checkout &
  plumb watch build/test-results --until-idle 300
`,
  run: watchFiles,
};

const pollMs = 2000;

async function watchFiles(input: CommandInput, context: CliContext): Promise<Outcome> {
  const { args, options, flags } = input;
  if (args.length === 0) throw new UsageError("Nothing to watch: pass folders or patterns.");
  const idleMs = parseIdle(options["until-idle"]);
  const settings = withSharedBuild(await uploadSettings(input, context.env, await context.detected()), "watch");
  const files = new WatchedFiles(args, context.cwd);
  if (!flags.has("existing")) await files.ignoreExisting();
  context.stderr.write(
    `Watching ${args.join(", ")} for build ${settings.query.build}. Ctrl+C sends what is left and ends.\n`,
  );
  // The server derives the suite name from all reports of a request, and the first request may hold a single class.
  if (settings.query.suite === undefined)
    context.stderr.write("The suite name comes from the first reports: use --suite to keep it the same each time.\n");
  const result = await whileSendingCommits(settings, flags, context, () =>
    uploadUntilStopped(files, { settings, patterns: args, idleMs }, context),
  );
  await addToSummary(context, uploadSummary(result.runs, result.files, result.error));
  return printOutcome(result, context);
}

function parseIdle(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (!/^\d{1,6}$/.test(text) || text === "0")
    throw new UsageError(`--until-idle must be a number of seconds, not ${text}.`);
  return Number(text) * 1000;
}

interface WatchOptions {
  readonly settings: UploadSettings;
  readonly patterns: readonly string[];
  readonly idleMs: number;
}

async function uploadUntilStopped(
  files: WatchedFiles,
  watchOptions: WatchOptions,
  context: CliContext,
): Promise<UploadResult> {
  const stopped = new AbortController();
  const removeListener = context.onSignal(() => {
    stopped.abort();
    // A second signal means that the user does not want to wait.
    removeListener();
  });
  const totals = new UploadTotals();
  try {
    let idleForMs = 0;
    while (!stopped.signal.aborted && idleForMs < watchOptions.idleMs) {
      const { files: ready, incomplete } = await files.check();
      if (ready.length > 0 && !totals.add(await uploadReady(files, ready, watchOptions, context)))
        return totals.result();
      idleForMs = ready.length > 0 || incomplete > 0 ? 0 : idleForMs + pollMs;
      await context.sleep(pollMs, stopped.signal);
    }
    const { files: remaining } = await files.check(true);
    if (remaining.length > 0) totals.add(await uploadReady(files, remaining, watchOptions, context));
    return totals.result();
  } finally {
    removeListener();
  }
}

async function uploadReady(
  files: WatchedFiles,
  ready: readonly LocalFile[],
  { settings, patterns }: WatchOptions,
  context: CliContext,
): Promise<UploadResult> {
  if (!ready.some(({ name }) => mayBeReport.test(name))) {
    files.markSent(ready, new Set(ready.map(({ name }) => name)));
    return { runs: [], files: [], error: null };
  }
  const batch = files.withUnreferenced(ready);
  const result = await uploadReports(batch, settings, patterns, context);
  files.markSent(batch, new Set(result.files.filter(isUnreferenced).map(({ name }) => name)));
  // If a file is rejected, later files are still sent; their verdicts are reported at the end.
  return result.files.length > 0 ? { ...result, error: null } : result;
}

/** Returns true for a file that no report refers to yet. An archive without a report, such as a trace, is rejected because it contains no report. */
function isUnreferenced({ verdict, format, name }: FileVerdict): boolean {
  return (
    verdict === "unused" ||
    (verdict === "rejected" && format === null && !/\.(?:xml|trx|jsonl?|ndjson|tap)$/i.test(name))
  );
}

/** Any other file is an artifact and waits for a report that refers to it. */
const mayBeReport = /\.(?:xml|trx|jsonl?|ndjson|tap|zip|tgz|tar|gz)$/i;

/** Totals over the uploads of one `watch` command. */
class UploadTotals {
  readonly #runs = new Map<number, UploadedRun>();
  readonly #files = new Map<string, FileVerdict>();
  #error: string | null = null;

  /** Returns false after an error that makes further uploads pointless. */
  add({ runs, files, error }: UploadResult): boolean {
    for (const run of runs) this.#runs.set(run.reportId, run);
    // The last verdict of a file counts: a file that was incomplete may have been sent again later.
    for (const file of files) this.#files.set(file.name, file);
    this.#error = error;
    return error === null;
  }

  result(): UploadResult {
    return { runs: [...this.#runs.values()], files: [...this.#files.values()], error: this.#error };
  }
}
