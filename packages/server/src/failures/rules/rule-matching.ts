import { RE2JS } from "re2js";
import type { RuleKind } from "@plumb/contract/failures/rules.ts";
import { cut } from "@plumb/contract/text/cut.ts";

/** Pattern of a rule. */
export interface Pattern {
  readonly kind: RuleKind;
  readonly pattern: string;
  readonly ignoreCase: boolean;
}

/** Finds the line of a text that a pattern matches; null if it matches none. */
type Finder = (text: SearchedText) => string | null;

/** A text with what finding in it needs more than once. */
export interface SearchedText {
  readonly text: string;
  readonly lines: readonly string[];
  readonly lowerLines: readonly string[];
}

/**
 * Instructions of an expression: an error of 16,000 characters then takes half a second at worst. Five hundred letters are about
 * as many; more comes from counted repetitions only.
 */
const mostInstructions = 600;
const longestLine = 300;

export function searched(text: string): SearchedText {
  const unified = text.replaceAll("\r\n", "\n");
  return { text: unified, lines: unified.split("\n"), lowerLines: unified.toLowerCase().split("\n") };
}

/** @throws for an expression that cannot be read. */
export function finderOf({ kind, pattern, ignoreCase }: Pattern): Finder {
  if (kind === "regex") return expressionFinder(compiled(pattern, ignoreCase));
  const words = ignoreCase ? pattern.toLowerCase() : pattern;
  return ({ lines, lowerLines }) => {
    const place = (ignoreCase ? lowerLines : lines).findIndex((line) => line.includes(words));
    return place === -1 ? null : shown(lines[place] ?? "");
  };
}

function expressionFinder(expression: RE2JS): Finder {
  return ({ text }) => {
    const matcher = expression.matcher(text);
    if (!matcher.find()) return null;
    const from = text.lastIndexOf("\n", matcher.start() - 1) + 1;
    const end = text.indexOf("\n", matcher.start());
    return shown(text.slice(from, end === -1 ? undefined : end));
  };
}

/** `^` and `$` are those of a line, since an error has many. */
function compiled(pattern: string, ignoreCase: boolean): RE2JS {
  return RE2JS.compile(pattern, RE2JS.MULTILINE | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
}

function shown(line: string): string {
  return cut(line.trim(), longestLine);
}

/** What is wrong with a pattern, as a sentence; null if nothing is. */
export function patternProblem({ kind, pattern, ignoreCase }: Pattern): string | null {
  if (kind === "text") return null;
  try {
    if (compiled(pattern, ignoreCase).programSize() <= mostInstructions) return null;
    return "Pattern is too large: use smaller repetitions, such as + instead of {1,500}, or split it into two rules";
  } catch (error) {
    // It names the flags as if they had been typed.
    const why = (error instanceof Error ? error.message : String(error))
      .replace(/^error parsing regexp: /, "")
      .replace(/`(?:\(\?[a-z]+\))+/, "`");
    return `Pattern is not a valid regular expression: ${why}. Look-around and back-references are not supported`;
  }
}
