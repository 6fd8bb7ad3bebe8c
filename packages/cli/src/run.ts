import { CommanderError } from "commander";
import { exitCode, type Surroundings } from "#commands/upload.ts";
import { createProgram, refuseMissingValues } from "#program.ts";
import { UsageError } from "#usage-error.ts";

/**
 * Runs a command line to its end.
 *
 * @param args Without node and script.
 * @returns The exit code.
 */
export async function run(args: readonly string[], version: string, around: Surroundings): Promise<number> {
  let code: number = exitCode.imported;
  try {
    refuseMissingValues(args);
    const program = createProgram(version, around, (ended) => {
      code = ended;
    });
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    const reason = usageError(error, args[0] ?? "");
    if (reason === null) return exitCode.imported;
    around.stderr.write(`${reason}\nplumb --help lists commands and options.\n`);
    return exitCode.usage;
  }
}

/** What is wrong with the command; null where it asked for help or the version. */
function usageError(error: unknown, first: string): string | null {
  if (error instanceof UsageError) return error.message;
  if (!(error instanceof CommanderError)) throw error;
  if (error.exitCode === 0) return null;
  if (error.code === "commander.help") return "Nothing to do: name a command.";
  const looksLikeFile = error.code === "commander.unknownCommand" && /[./*]/.test(first);
  return `${error.message.replace(/^error: /, "")}${looksLikeFile ? `\n(Did you mean: plumb upload ${first})` : ""}`;
}
