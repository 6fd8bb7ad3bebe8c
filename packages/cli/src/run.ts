import { CommanderError } from "commander";
import type { Outcome } from "#core/command.ts";
import { commands } from "#commands/registry.ts";
import { exitCode } from "#core/exit-code.ts";
import { createProgram, refuseMissingValues } from "./program.ts";
import { RequestError } from "#core/request-error.ts";
import type { CliContext } from "#core/cli-context.ts";
import { printable } from "@plumb/reporter-core/text.ts";
import { UsageError } from "#core/usage-error.ts";

/**
 * Runs a command line.
 *
 * @param args Arguments without `node` and the script.
 * @returns The exit code.
 */
export async function run(args: readonly string[], version: string, context: CliContext): Promise<number> {
  if (!hasJsonFlag(args)) return (await outcomeOf(args, version, context))?.code ?? exitCode.ok;
  const outcome = await outcomeOf(args, version, { ...context, stdout: context.stderr });
  if (outcome === null) return exitCode.ok;
  context.stdout.write(`${JSON.stringify({ exitCode: outcome.code, ...outcome.json }, null, 2)}\n`);
  return outcome.code;
}

/** Arguments after `--` belong to another program. */
function hasJsonFlag(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end === -1 ? args.length : end).includes("--json");
}

/** Returns `null` if help or the version was requested. */
async function outcomeOf(args: readonly string[], version: string, context: CliContext): Promise<Outcome | null> {
  let outcome: Outcome | null = null;
  try {
    refuseMissingValues(args);
    const program = createProgram(version, context, (result) => {
      outcome = result;
    });
    await program.parseAsync(args, { from: "user" });
    return outcome;
  } catch (error) {
    if (error instanceof RequestError) {
      context.stderr.write(`${printable(error.message)}\n`);
      return { code: exitCode.failed, json: { error: error.message } };
    }
    const reason = usageError(error, args[0] ?? "");
    if (reason === null) return null;
    context.stderr.write(`${reason}\n${hint(args)}\n`);
    return { code: exitCode.usage, json: { error: reason } };
  }
}

/** Returns a line that points to the help. */
function hint([first]: readonly string[]): string {
  if (first === undefined)
    return [
      ...commands.map(({ name, summary }) => `  plumb ${name.padEnd(7)} ${summary}`),
      "Run plumb <command> --help for options and examples.",
    ].join("\n");
  return commands.some(({ name }) => name === first)
    ? `Run plumb ${first} --help for options and examples.`
    : "Run plumb --help for a list of commands.";
}

/** Returns the error message, or `null` if help or the version was requested. */
function usageError(error: unknown, first: string): string | null {
  if (error instanceof UsageError) return error.message;
  if (!(error instanceof CommanderError)) throw error;
  if (error.exitCode === 0) return null;
  if (error.code === "commander.help") return "No command given.";
  const looksLikeFile = error.code === "commander.unknownCommand" && /[./*]/.test(first);
  return `${error.message.replace(/^error: /, "")}${looksLikeFile ? `\n(Did you mean: plumb upload ${first})` : ""}`;
}
