import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const repository = join(import.meta.dirname, "../..");

/** Code that reads untrusted text. A function here whose text must have a special format needs an entry in `functions.ts`. */
const strict = [
  "packages/contract/src/text/*.ts",
  "packages/analysis/src/{classification,errors,failures,grouping,owners,suggestions}/*.ts",
  "packages/formats/src/{detection,json,text,xml}/*.ts",
  "packages/server/src/core/{text,escape-html}.ts",
  "packages/server/src/connectors/{responses,hidden-mark,reasons,search-text,service-api}.ts",
  "packages/server/src/connectors/*/{api,mail-error,webhook}.ts",
  "packages/server/src/connectors/markup/*.ts",
  "packages/server/src/exports/render/pdf/lines.ts",
  "packages/server/src/failures/{error-shown,reason,verdict}.ts",
  "packages/server/src/failures/llm/*.ts",
  "packages/server/src/failures/rules/rule-matching.ts",
  "packages/server/src/outbox/{http-result,without-secrets}.ts",
  "packages/server/src/outgoing/{bounded-json,outgoing-error,read-json,response-status}.ts",
  "packages/server/src/http/{byte-range,content-disposition,unfit-value}.ts",
];

/**
 * Code in which functions also take parts of reports or streams. Only functions that take plain text are measured; readers are measured as a whole.
 */
const partly = [
  "packages/formats/src/**/*.ts",
  "packages/server/src/exports/{file-name,csv/*}.ts",
  "packages/server/src/ingest/bundle/{bundles,inspect,plan,suite-name}.ts",
  "packages/server/src/ingest/record/*.ts",
  "packages/server/src/ingest/sources/**/{code-ref,item,launch-details,logs,look-ups,read-lines,test-event,start-launch}.ts",
  "packages/server/src/items/item-parts.ts",
  "packages/web/src/lib/address/*.ts",
  "packages/web/src/lib/format/{browser-label,format}.ts",
];

/** Functions with these parameter types need a database, a disk or a stream, so their text does not come from a single request or file. */
const impure =
  /\b(?:Db|Context|ItemEditor|Threads|WorkerPool|AsyncIterable|Writable|Member|Bundle|ReportFormat|LaunchFacts)\b/;

export interface ExportedFunction {
  /** For example `packages/contract/src/text/cut.ts#cut`. */
  readonly name: string;
  /** Types of the required parameters. */
  readonly parameters: readonly string[];
  /** True if the function must be measured. */
  readonly isStrict: boolean;
  readonly load: () => Promise<(...input: unknown[]) => unknown>;
}

/** Returns the exported functions that take text. */
export function textFunctions(): ExportedFunction[] {
  const strictly = new Set(globSync(strict, { cwd: repository }));
  const files = new Set([...strictly, ...globSync(partly, { cwd: repository })]);
  const code = [...files].filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));
  return code.toSorted().flatMap((file) => {
    const path = join(repository, file);
    const declared = readFileSync(path, "utf8").matchAll(
      /^export (?:async )?function\*? (\w+)(?:<[^\n(]{0,200}>)?\(([^)]{0,500})\)/gm,
    );
    return [...declared].flatMap(([, name = "", list = ""]): ExportedFunction[] => {
      const parameters = typesOf(list);
      if (impure.test(list) || !parameters.some((type) => /\bstring\b/.test(type))) return [];
      const load = async () =>
        ((await import(path)) as Record<string, (...input: unknown[]) => unknown>)[name] as never;
      return [{ name: `${relative(repository, path)}#${name}`, parameters, isStrict: strictly.has(file), load }];
    });
  });
}

/** Returns the types of the required parameters: `["string"]` for `text: string, length = 10`. */
function typesOf(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const character of list) {
    if ("{[(<".includes(character)) depth += 1;
    if ("}])>".includes(character)) depth -= 1;
    if (character === "," && depth === 0) {
      parts.push(part);
      part = "";
    } else part += character;
  }
  parts.push(part);
  return parts
    .map((each) => each.trim())
    .filter((each) => each !== "" && !each.includes("=") && !/^\w+\?:/.test(each))
    .map((each) => each.slice(each.indexOf(":", each.startsWith("{") ? each.lastIndexOf("}") : 0) + 1).trim());
}

/** Returns arguments for the parameter types, or `null` if a type is not a simple one. */
export function argumentsFor(parameters: readonly string[], text: string): unknown[] | null {
  const input = parameters.map((type) => {
    if (/^string(?: \| (?:null|undefined))*$/.test(type)) return text;
    if (/^(?:readonly )?string\[\]$/.test(type)) return text.split("\n");
    if (type === "number") return 1000;
    if (type === "boolean") return true;
    return unknown;
  });
  return input.includes(unknown) ? null : input;
}

const unknown = Symbol("a type that needs a function of its own");
