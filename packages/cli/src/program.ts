import { Command, Option } from "commander";
import type { CommandSpec, CommandInput, Outcome } from "#core/command.ts";
import { commands } from "#commands/registry.ts";
import type { CliContext } from "#core/cli-context.ts";
import { UsageError } from "#core/usage-error.ts";

/** Creates the command line parser of `plumb`. Calls `onOutcome` with the outcome of the command. */
export function createProgram(version: string, context: CliContext, onOutcome: (outcome: Outcome) => void): Command {
  const program = new Command("plumb")
    .description("Send test reports to a Plumb server, and pass or fail builds by rules.")
    .version(version, "--version", "show the version")
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", `\nRun plumb <command> --help for options, exit codes and examples.\n`);
  const subcommands = commands.map((spec) =>
    addCommand(program, spec, async (input) => onOutcome(await spec.run(input, context))),
  );
  for (const command of [program, ...subcommands])
    command.exitOverride().configureOutput({
      writeOut: (text) => context.stdout.write(text),
      // `run` prints the error together with a hint.
      writeErr: () => undefined,
    });
  return program;
}

function addCommand(program: Command, spec: CommandSpec, run: (input: CommandInput) => Promise<void>): Command {
  const command = program
    .command(spec.name)
    .summary(spec.summary)
    .description(spec.description)
    .addHelpText("after", spec.help);
  if (spec.argument !== undefined) command.argument(...spec.argument);
  for (const [name, description] of Object.entries(spec.options))
    command.addOption(new Option(`--${name} <value>`, description).argParser((value) => value.trim()));
  for (const [name, description] of Object.entries(spec.lists ?? {}))
    command.addOption(
      new Option(`--${name} <value>`, description).argParser<string[]>((value, before) => [
        ...(before ?? []),
        ...(value.trim() === "" ? [] : [value.trim()]),
      ]),
    );
  for (const [name, description] of Object.entries({
    ...spec.flags,
    ...(spec.ownsStdout !== true && { json: jsonFlag }),
  }))
    command.addOption(new Option(`--${name}`, description));
  return command.action(async () => {
    await run({ args: command.args, ...optionsOf(command) });
  });
}

const jsonFlag = "print one JSON document, and everything else to standard error";

/**
 * Rejects an option without a value, which would otherwise take the next option as its value: `--suite --branch main`.
 *
 * @throws UsageError
 */
export function refuseMissingValues(args: readonly string[]): void {
  const command = commands.find(({ name }) => name === args[0]);
  const options = { ...command?.options, ...command?.lists };
  for (const [index, word] of args.entries()) {
    if (word === "--") return;
    const next = args[index + 1];
    if (word.slice(2) in options && word.startsWith("--") && next?.startsWith("-") === true)
      throw new UsageError(`${word} needs a value before ${next}. (A value with a dash: ${word}=${next})`);
  }
}

/** Ignores options with an empty value, because CI scripts may pass unset variables. */
function optionsOf(command: Command): Pick<CommandInput, "options" | "lists" | "flags"> {
  const parsed = command.opts<Record<string, unknown>>();
  const options: Record<string, string> = {};
  const lists: Record<string, readonly string[]> = {};
  const flags = new Set<string>();
  for (const option of command.options) {
    const value = parsed[option.attributeName()];
    // `--no-…` is true by default and false if it is given.
    if (typeof value === "boolean" && value !== option.negate) flags.add(option.name());
    else if (typeof value === "string" && value !== "") options[option.name()] = value;
    else if (Array.isArray(value) && value.length > 0) lists[option.name()] = value as string[];
  }
  return { options, lists, flags };
}
