import { parseArguments } from "#arguments.ts";
import { exitCode, type Surroundings, uploadFiles } from "#commands/upload.ts";
import { helpText } from "#help.ts";
import { UsageError } from "#usage-error.ts";

/**
 * Runs a command line to its end.
 *
 * @param args Without node and script.
 * @returns The exit code.
 */
export async function run(args: readonly string[], version: string, around: Surroundings): Promise<number> {
  try {
    const command = parseArguments(args);
    if (command.kind === "help") around.stdout.write(helpText(version));
    if (command.kind === "version") around.stdout.write(`${version}\n`);
    return command.kind === "upload" ? await uploadFiles(command, around) : exitCode.imported;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    around.stderr.write(`${error.message}\nplumb --help lists commands and options.\n`);
    return exitCode.usage;
  }
}
