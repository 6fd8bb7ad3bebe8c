import { RE2JS } from "re2js";
import { isNobody } from "./run-authors.ts";

/** Limit for the size of an expression times the number of characters to search: about a quarter of a second at worst. */
const maxSteps = 3_000_000;

/**
 * Returns the names that match an author filter: a case-insensitive regular expression, anywhere in the name.
 *
 * Takes linear and bounded time. Unsupported (look-around, back-references) and too expensive expressions are
 * searched literally. Trims spaces around `|` and at the ends. "Unknown" and empty names never match.
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
  if (expression !== null && expression.programSize() * characters <= maxSteps)
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
