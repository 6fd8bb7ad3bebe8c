import { RE2JS } from "re2js";
import type { RuleKind } from "@plumb/contract/failures/rules.ts";
import { cut } from "@plumb/contract/text/cut.ts";

export interface Pattern {
  readonly kind: RuleKind;
  readonly pattern: string;
  readonly ignoreCase: boolean;
}

/** Returns the line of a text that a pattern matches; `null` if there is none. */
type Finder = (text: SearchedText) => string | null;

/** A text with its lines, which are computed once for all patterns. */
export interface SearchedText {
  readonly text: string;
  readonly lines: readonly string[];
  readonly lowerLines: readonly string[];
}

/**
 * Maximum number of instructions per expression, so that an error with 16,000 characters takes at most half a second. This is enough for about five
 * hundred letters; only counted repetitions exceed it.
 */
const maxInstructions = 600;
const longestLine = 300;

export function searched(text: string): SearchedText {
  const unified = text.replaceAll("\r\n", "\n");
  return { text: unified, lines: unified.split("\n"), lowerLines: unified.toLowerCase().split("\n") };
}

/** @throws for an invalid expression. */
export function finderOf({ kind, pattern, ignoreCase }: Pattern): Finder {
  if (kind === "regex") return expressionFinder(compiled(pattern, ignoreCase));
  const text = ignoreCase ? pattern.toLowerCase() : pattern;
  return ({ lines, lowerLines }) => {
    const index = (ignoreCase ? lowerLines : lines).findIndex((line) => line.includes(text));
    return index === -1 ? null : display(lines[index] ?? "");
  };
}

function expressionFinder(expression: RE2JS): Finder {
  return ({ text }) => {
    const matcher = expression.matcher(text);
    if (!matcher.find()) return null;
    const from = text.lastIndexOf("\n", matcher.start() - 1) + 1;
    const end = text.indexOf("\n", matcher.start());
    return display(text.slice(from, end === -1 ? undefined : end));
  };
}

/** `^` and `$` match at each line, because errors have several lines. */
function compiled(pattern: string, ignoreCase: boolean): RE2JS {
  return RE2JS.compile(pattern, RE2JS.MULTILINE | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
}

function display(line: string): string {
  return cut(line.trim(), longestLine);
}

/** Returns what is wrong with a pattern; `null` if it is valid. */
export function patternProblem({ kind, pattern, ignoreCase }: Pattern): string | null {
  if (kind === "text") return null;
  try {
    if (compiled(pattern, ignoreCase).programSize() <= maxInstructions) return null;
    return "Pattern is too large: use smaller repetitions, such as + instead of {1,500}, or split it into two rules";
  } catch (error) {
    // The message of the library contains the flags as if users had entered them.
    const why = (error instanceof Error ? error.message : String(error))
      .replace(/^error parsing regexp: /, "")
      .replace(/`(?:\(\?[a-z]+\))+/, "`");
    return `Pattern is not a valid regular expression: ${why}. Look-around and back-references are not supported`;
  }
}
