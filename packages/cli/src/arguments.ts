import { parseArgs } from "node:util";
import { nearest } from "#nearest.ts";
import { UsageError } from "#usage-error.ts";

/** Options of `plumb upload` that take a value, in the order of the help. */
export const uploadOptions = {
  url: "Address of the Plumb server (or PLUMB_URL)",
  key: "API key of the project (or, better, PLUMB_API_KEY: others may read a command line)",
  suite: "Name of the suite; by default what the report says",
  environment: "Where the tests ran: staging, production, …",
  branch: "Branch; by default from the CI system or git",
  commit: "Commit; by default from the CI system or git",
  build: "Uploads of one build become one run; by default the CI system's pipeline",
  "ci-url": "Link to the CI job; by default from the CI system",
  framework: "Test framework; by default what the report says",
  format: "Report format, to skip detection: junit, playwright-json, …",
  batch: "Most files per request, where a proxy limits them; by default all go in one",
} as const;
export type UploadOption = keyof typeof uploadOptions;

export type Command =
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | {
      readonly kind: "upload";
      readonly files: readonly string[];
      readonly options: Partial<Record<UploadOption, string>>;
    };

const switches = ["help", "version"] as const;
const names = [...Object.keys(uploadOptions), ...switches];

/**
 * Reads a command line. An option with an empty value counts as not given: CI scripts pass variables that may be unset.
 *
 * @param args Without node and script.
 * @throws UsageError naming what is wrong and, for a slip, what was probably meant.
 */
export function parseArguments(args: readonly string[]): Command {
  const { tokens } = parseArgs({
    args: [...args],
    options: {
      ...Object.fromEntries(Object.keys(uploadOptions).map((name) => [name, { type: "string" as const }])),
      help: { type: "boolean", short: "h" },
      version: { type: "boolean" },
    },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const positionals: string[] = [];
  const options: Partial<Record<UploadOption, string>> = {};
  const switched = new Set<string>();
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    if (isUploadOption(token.name)) {
      const value = valueOf(token);
      if (value !== "") options[token.name] = value;
    } else if (switches.some((name) => name === token.name)) switched.add(token.name);
    else throw new UsageError(unknownOption(token));
  }
  if (switched.has("version")) return { kind: "version" };
  const [command, ...files] = positionals;
  if (switched.has("help") || command === "help") return { kind: "help" };
  if (command === undefined) throw new UsageError("Nothing to do: name a command.");
  if (command !== "upload") throw new UsageError(unknownCommand(command));
  if (files.length === 0) throw new UsageError("Nothing to upload: name report files, folders or patterns.");
  return { kind: "upload", files, options };
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function isUploadOption(name: string): name is UploadOption {
  return Object.hasOwn(uploadOptions, name);
}

function valueOf({ rawName, value, inlineValue }: OptionToken): string {
  if (value === undefined) throw new UsageError(`${rawName} needs a value.`);
  if (value.startsWith("-") && inlineValue !== true) {
    throw new UsageError(`${rawName} needs a value before ${value}. (A value with a dash: ${rawName}=${value})`);
  }
  return value.trim();
}

function unknownOption({ name, rawName }: OptionToken): string {
  const meant = nearest(name, names);
  return `Unknown option ${rawName}.${meant === undefined ? "" : ` Did you mean --${meant}?`}`;
}

function unknownCommand(command: string): string {
  const looksLikeFile = /[./*]/.test(command);
  if (looksLikeFile) return `Unknown command ${command}. Did you mean: plumb upload ${command}`;
  return `Unknown command ${command}. The only command is: plumb upload`;
}
