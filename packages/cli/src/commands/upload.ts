import type { CommandSpec, CommandInput, Outcome } from "#core/command.ts";
import { findFiles } from "#files/find-files.ts";
import { addToSummary, uploadSummary } from "#output/job-summary.ts";
import { printOutcome, uploadReports } from "#upload/upload-reports.ts";
import { uploadSpooled } from "./upload-spooled.ts";
import { withSharedBuild, uploadSettings } from "#upload/upload-settings.ts";
import { whileSendingCommits } from "#upload/while-sending-commits.ts";
import type { CliContext } from "#core/cli-context.ts";
import { labelOptions, uploadFlags, uploadOptions } from "#upload/upload-options.ts";
import { UsageError } from "#core/usage-error.ts";

export const upload: CommandSpec = {
  name: "upload",
  summary: "send report files, folders or patterns",
  description: "Send test reports. A folder is sent with everything in it, including screenshots and traces.",
  argument: ["[files...]", 'report files, folders, or patterns such as "**/TEST-*.xml"'],
  options: uploadOptions,
  lists: labelOptions,
  flags: {
    ...uploadFlags,
    spool: "send results that reporters could not send: from .plumb/spool or the given folder",
  },
  help: `
Exit codes:
  0  everything was imported
  1  the upload failed: the server could not be reached or rejected it
  2  the command line is invalid; nothing was sent
  3  something was imported, but a file was rejected or incomplete

The last lines of the output are the links of the runs.

Examples:
  plumb upload results/junit.xml --suite api --environment staging
  plumb upload playwright-report.json test-results/
  plumb upload allure-results/
  plumb upload junit.xml --tag nightly --fact browser=chrome-143 --fact os=linux
  plumb upload "**/TEST-*.xml"
  plumb upload --spool
`,
  run: uploadFiles,
};

async function uploadFiles(input: CommandInput, context: CliContext): Promise<Outcome> {
  const { args, flags } = input;
  if (flags.has("spool")) return uploadSpooled(input, context);
  if (args.length === 0) throw new UsageError("Nothing to upload: pass report files, folders or patterns.");
  const detected = context.detected();
  const files = await findFiles(args, context.cwd);
  const settings = await uploadSettings(input, context.env, await detected);
  // With a shared build, several requests become one run.
  const uploadTo = files.length > settings.batch ? withSharedBuild(settings, "upload") : settings;
  const result = await whileSendingCommits(uploadTo, flags, context, () =>
    uploadReports(files, uploadTo, args, context),
  );
  await addToSummary(context, uploadSummary(result.runs, result.files, result.error));
  return printOutcome(result, context);
}
