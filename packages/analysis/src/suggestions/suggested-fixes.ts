import type { ReadError } from "#errors/read-error.ts";
import type { SubClass } from "#classification/taxonomy.ts";
import type { Tool } from "./fix.ts";
import { fixes } from "./fixes.ts";

/** A suggestion for a failure, with values of the error. */
export interface SuggestedFix {
  readonly text: string;
  /** A command or a line of code; `null` if there is none. */
  readonly code: string | null;
}

/** Values that a suggestion can contain. */
export interface Named {
  readonly target: string | null;
  readonly host: string | null;
  readonly expected: string | null;
  readonly received: string | null;
  readonly status: string | null;
  /** Location in the team's code, such as `cart.spec.ts:12`. */
  readonly place: string | null;
  /** Missing module, variable, setting or name. */
  readonly missing: string | null;
  /** The covering element, or its description. */
  readonly cover: string | null;
  readonly line: string | null;
}

const max = 4;
const valueLength = 120;

/**
 * Returns suggestions for a failure, most promising first. They depend on the error and the framework and contain the locator,
 * the host or the value that failed. Suggestions whose values are missing from the error are left out, so the list can
 * be empty.
 */
export function suggestedFixes(error: ReadError, subClass: SubClass | null, framework: string): SuggestedFix[] {
  if (subClass === null) return [];
  const named = namedIn(error);
  const tool = toolOf(framework, error);
  return fixes
    .filter((fix) => fix.for.includes(subClass) && (fix.tools === undefined || fix.tools.includes(tool)))
    .flatMap((fix) => {
      if (fix.where !== undefined && !fix.where(error)) return [];
      const text = filled(fix.text, named);
      const code = fix.code === undefined ? null : filled(fix.code, named);
      return text === null || (fix.code !== undefined && code === null) ? [] : [{ text, code }];
    })
    .slice(0, max);
}

/** Replaces each `{name}` in the text; `null` if a value is unknown. */
function filled(template: string, named: Named): string | null {
  let isFull = true;
  const text = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = named[name as keyof Named];
    if (value === null || value === undefined) isFull = false;
    return value ?? "";
  });
  return isFull ? text : null;
}

function namedIn(error: ReadError): Named {
  const { frame } = error;
  return {
    target: short(error.target),
    host: short(error.host),
    expected: short(error.expected),
    received: short(error.received),
    status: error.status === null ? null : String(error.status),
    place:
      frame === null ? null : `${frame.file.replace(/^.*[\\/]/, "")}${frame.line === null ? "" : `:${frame.line}`}`,
    missing: short(missingIn(error.text)),
    cover: short(
      /(?:receive the click: |another element |^\d* ?× ?|- )(<[^>]{1,100}>)[^\n]{0,200}(?:intercepts|obscures|$)/m.exec(
        [error.text, ...error.page].join("\n"),
      )?.[1] ?? null,
    ),
    line: short(error.code),
  };
}

function short(value: string | null): string | null {
  if (value === null || value.trim() === "") return null;
  const line = value.trim().split("\n", 1)[0] ?? "";
  return line.length > valueLength ? `${line.slice(0, valueLength)}…` : line;
}

const missings: readonly RegExp[] = [
  /(?:Cannot find (?:module|package)|No module named|Failed to resolve import) ['"]([^'"\n]{1,120})['"]/,
  /ModuleNotFoundError: No module named (\S{1,100})/,
  /Environment variable ['"]?%?\{?(\w{1,80})/,
  /KeyError: '(\w{1,80})'/,
  /No keyword with name '([^'\n]{1,120})'/,
  /Variable '([^'\n]{1,120})' not found/,
  /([\w$.]{1,80}) is not (?:defined|a function)/,
  /NameError: name '(\w{1,80})'/,
  /fixture '(\w{1,80})' not found/,
  /(?:relation|table) "?(\w{1,80})"? does not exist|no such table: (\w{1,80})/,
  /\b([A-Z][A-Z0-9]+_[A-Z0-9_]{2,60})\b[^\n]{0,60}(?:not set|missing|required)/,
  /for Settings\n(\w{1,80})\n/,
  /(?:reading|property) '(\w{1,80})'/,
  /because "([^"\n]{1,120})" is null/,
];

function missingIn(text: string): string | null {
  const looked = text.slice(0, 4000);
  for (const pattern of missings) {
    const found = pattern
      .exec(looked)
      ?.slice(1)
      .find((group) => group !== undefined);
    if (found !== undefined) return found;
  }
  return null;
}

function toolOf(framework: string, { text, type }: ReadError): Tool {
  const toolAndType = `${framework} ${type ?? ""}`;
  if (/playwright/i.test(toolAndType)) return "playwright";
  if (/cypress/i.test(toolAndType)) return "cypress";
  if (/webdriverio|wdio/i.test(toolAndType)) return "webdriverio";
  if (/robot/i.test(toolAndType)) return "robot";
  if (/selenium|openqa|appium/i.test(toolAndType)) return "selenium";
  if (/pytest|unittest/i.test(toolAndType)) return "pytest";
  if (/jest|vitest|mocha|node/i.test(toolAndType)) return "javascript";
  if (/junit|testng|java|rest-?assured/i.test(toolAndType)) return "java";
  return /\b(?:page|locator)\.\w+:/.test(text.slice(0, 300)) ? "playwright" : "other";
}
