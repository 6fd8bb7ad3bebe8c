import { RE2JS } from "re2js";
import { isNobody } from "./run-authors.ts";

/** Instructions of an expression times the characters that it looks at: about a quarter of a second at worst. */
const mostSteps = 3_000_000;

/**
 * Which of these names an author filter means: a regular expression in any case that matches somewhere in the name.
 *
 * Its time is linear in the names and in the expression, and bounded. What needs more (lookaround, back references) is no
 * expression here; that, and one that would take too long, is looked for as it stands, in any case. Spaces around `|`
 * and at the ends are trimmed. "Unknown" and empty names never match.
 */
export function matchingAuthors(filter: string, names: readonly string[]): string[] {
  const pattern = filter
    .split("|")
    .map((part) => part.trim())
    .join("|");
  const people = names.filter((name) => !isNobody(name));
  const characters = people.reduce((sum, name) => sum + name.length, 0);
  return people.filter(matcher(pattern, characters));
}

function matcher(pattern: string, characters: number): (name: string) => boolean {
  const expression = compiled(pattern);
  if (expression !== null && expression.programSize() * characters <= mostSteps)
    return (name) => expression.matcher(name).find();
  const text = pattern.toLowerCase();
  return (name) => name.toLowerCase().includes(text);
}

function compiled(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch {
    return null;
  }
}
