import { isAbsolute, relative } from "node:path";

/**
 * Options of a tool's command line, in the notation of its help: `-g, --grep <>` takes a value, `--only-changed []` an optional value, `--project
 * <...>` several words, and `--list` none. Unlisted options take no value.
 */
export interface CommandOptions {
  /** Options that exclude the same tests in every run. Arguments without an option are files. */
  readonly filters: readonly string[];
  /** Options that select tests for a single run. */
  readonly choices: readonly string[];
  readonly others: readonly string[];
  /** True if arguments without an option are not files. */
  readonly takesNoFiles?: boolean;
}

interface Option {
  readonly kind: keyof CommandOptions;
  readonly takes: "none" | "one" | "perhaps" | "several";
}

export interface PartialReason {
  readonly reason: string;
  readonly filter: boolean;
}

/**
 * Returns the part of a command line that excluded tests from the run, or undefined if nothing did.
 *
 * @param args Words after the name of the command.
 */
export function partialFromCommandLine(
  args: readonly string[],
  options: CommandOptions,
  cwd: string,
): PartialReason | undefined {
  const known = knownOptions(options);
  const found: string[] = [];
  let chosen = false;
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--") {
      found.push(...rest.splice(0).map((file) => displayPath(file, cwd)));
      break;
    }
    if (!isOption(word)) {
      if (options.takesNoFiles !== true) found.push(displayPath(word, cwd));
      continue;
    }
    const { name, value } = split(word, known);
    const option = known.get(name);
    const values = value === undefined ? valuesOf(option, rest) : [value];
    if (option === undefined || option.kind === "others") continue;
    chosen ||= option.kind === "choices";
    found.push([name, ...values].map(quote).join(" "));
  }
  return found.length === 0 ? undefined : { reason: `Run with ${found.join(" ")}`, filter: !chosen };
}

/** Splits a word such as `--grep=login` or `-glogin` into option and value. */
function split(word: string, known: ReadonlyMap<string, Option>): { name: string; value?: string } {
  const [, long, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
  if (long !== undefined && value !== undefined) return { name: long, value };
  const short = word.slice(0, 2);
  if (word.startsWith("--") || word.length === 2 || (known.get(short)?.takes ?? "none") === "none")
    return { name: word };
  return { name: short, value: word.slice(2).replace(/^=/, "") };
}

function isOption(word: string): boolean {
  return word.startsWith("-") && word !== "-";
}

function isValue(word: string | undefined): boolean {
  return word !== undefined && !word.startsWith("-");
}

/** Removes the values of the option from the following words and returns them. */
function valuesOf(option: Option | undefined, rest: string[]): string[] {
  if (option === undefined || option.takes === "none") return [];
  if (option.takes === "one") return rest.splice(0, 1);
  if (option.takes === "perhaps") return isValue(rest[0]) ? rest.splice(0, 1) : [];
  const end = rest.findIndex((word) => !isValue(word));
  return rest.splice(0, end === -1 ? rest.length : end);
}

function knownOptions(options: CommandOptions): Map<string, Option> {
  const kinds = ["filters", "choices", "others"] as const;
  const listed = kinds.flatMap((kind) => options[kind].map((text) => ({ kind, text })));
  return new Map(
    listed.flatMap(({ kind, text }) => {
      const takes = text.endsWith("<...>")
        ? "several"
        : text.endsWith("<>")
          ? "one"
          : text.endsWith("[]")
            ? "perhaps"
            : "none";
      return [...text.matchAll(/--?[\w.-]+/g)].map(([name]): [string, Option] => [name, { kind, takes }]);
    }),
  );
}

/** Relative, so that the text is the same on all machines. */
function displayPath(file: string, cwd: string): string {
  return quote(isAbsolute(file) ? relative(cwd, file).replaceAll("\\", "/") || "." : file);
}

function quote(word: string): string {
  return /^[\w@%+=:,./*-]+$/.test(word) ? word : JSON.stringify(word);
}
