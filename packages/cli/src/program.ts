import { Command, Option } from "commander";
import { type Surroundings, uploadFiles } from "#commands/upload.ts";
import { uploadSpooled } from "#commands/upload-spooled.ts";
import { UsageError } from "#usage-error.ts";
import { type UploadOption, uploadOptions } from "./upload-options.ts";

/** What a command line of `plumb` can be. `ended` hears the exit code of the command that ran. */
export function createProgram(version: string, around: Surroundings, ended: (code: number) => void): Command {
  const program = new Command("plumb")
    .description("Send test reports to a Plumb server.")
    .version(version, "--version", "show the version")
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", `\nplumb upload --help lists the options of an upload.\n`);
  const upload = program
    .command("upload")
    .summary("send report files, folders or patterns")
    .description(
      "Send test reports. A folder is sent with everything in it, so that screenshots and traces come along.",
    )
    .argument("[files...]", 'report files, folders, or patterns such as "**/TEST-*.xml"')
    .addHelpText("after", uploadHelp);
  for (const [name, description] of Object.entries(uploadOptions))
    upload.addOption(new Option(`--${name} <value>`, description).argParser((value) => value.trim()));
  upload.option("--spool [folder]", "send what reporters could not send (default folder: .plumb/spool)");
  upload.action(async (files: readonly string[], { spool, ...values }: Record<string, string | true>) => {
    const options = given(upload.options, values as Record<string, string>);
    if (spool !== undefined) {
      if (files.length > 0)
        throw new UsageError("--spool sends what reporters kept, and no files: upload those by themselves.");
      ended(await uploadSpooled(spool === true ? undefined : spool, options, around));
      return;
    }
    if (files.length === 0) throw new UsageError("Nothing to upload: name report files, folders or patterns.");
    ended(await uploadFiles(files, options, around));
  });
  for (const command of [program, upload])
    command.exitOverride().configureOutput({
      writeOut: (text) => around.stdout.write(text),
      // Told by `run`, together with what to do.
      writeErr: () => undefined,
    });
  return program;
}

/**
 * Refuses an option whose value is missing, where the next option would be taken for it: `--suite --branch main`.
 *
 * @throws UsageError
 */
export function refuseMissingValues(args: readonly string[]): void {
  for (const [index, word] of args.entries()) {
    if (word === "--") return;
    const next = args[index + 1];
    if (word.slice(2) in uploadOptions && word.startsWith("--") && next?.startsWith("-") === true)
      throw new UsageError(`${word} needs a value before ${next}. (A value with a dash: ${word}=${next})`);
  }
}

/** An option with an empty value counts as not given: CI scripts pass variables that may be unset. */
function given(options: readonly Option[], values: Record<string, string>): Partial<Record<UploadOption, string>> {
  return Object.fromEntries(
    options.flatMap((option) => {
      const value = values[option.attributeName()];
      return value === undefined || value === "" ? [] : [[option.name(), value]];
    }),
  );
}

const uploadHelp = `
Exit codes:
  0  everything was imported
  1  the upload failed: the server could not be reached or refused it
  2  the command is wrong; nothing was sent
  3  something was imported, but a file was refused or broke off

The last lines of the output are the links of the runs.

Examples:
  plumb upload results/junit.xml --suite api --environment staging
  plumb upload playwright-report.json test-results/
  plumb upload allure-results/
  plumb upload "**/TEST-*.xml"
  plumb upload --spool
`;
