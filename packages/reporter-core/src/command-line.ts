import { isAbsolute, relative } from "node:path";

/**
 * Options of a tool's command line, as its help writes them: `-g, --grep <>` takes a value, `--only-changed []` may take one, `--project <...>`
 * takes several words, `--list` takes none. An option that is not listed takes none.
 */
export interface CommandOptions {
  /** Options that exclude the same tests in every run. Arguments that are not options are files. */
  readonly filters: readonly string[];
  /** They choose tests for one run. */
  readonly choices: readonly string[];
  readonly others: readonly string[];
  /** Arguments that are not options are not files. */
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
 * Which of the words of a command line left tests out of the run; undefined if none did.
 *
 * @param words Behind the name of the command.
 */
export function partialByCommand(
  words: readonly string[],
  options: CommandOptions,
  cwd: string,
): PartialReason | undefined {
  const known = knownOptions(options);
  const found: string[] = [];
  let chosen = false;
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--") {
      found.push(...rest.splice(0).map((file) => placed(file, cwd)));
      break;
    }
    if (!isOption(word)) {
      if (options.takesNoFiles !== true) found.push(placed(word, cwd));
      continue;
    }
    const { name, value } = split(word, known);
    const option = known.get(name);
    const values = value === undefined ? valuesOf(option, rest) : [value];
    if (option === undefined || option.kind === "others") continue;
    chosen ||= option.kind === "choices";
    found.push([name, ...values].map(quoted).join(" "));
  }
  return found.length === 0 ? undefined : { reason: `Run with ${found.join(" ")}`, filter: !chosen };
}

/** `--grep=login` and `-glogin` are one word. */
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

/** Takes the option's own words from those that follow it. */
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

/** The same on each machine. */
function placed(file: string, cwd: string): string {
  return quoted(isAbsolute(file) ? relative(cwd, file).replaceAll("\\", "/") || "." : file);
}

function quoted(word: string): string {
  return /^[\w@%+=:,./*-]+$/.test(word) ? word : JSON.stringify(word);
}
