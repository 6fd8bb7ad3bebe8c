import { collectParts } from "#json/collect-parts.ts";
import { asObject, type JsonObject } from "#json/json-value.ts";
import { isHookTitle, mochaError } from "#mocha-error/mocha-error.ts";

/** The outcomes of a report's tests in its lists, by the number of times each test is listed. */
export interface Lists {
  readonly failed: Map<string, number>;
  readonly pending: Map<string, number>;
  /** Whether `tests` exists; other tools leave it out, and then only the lists exist. */
  hasTests: boolean;
  /** Failures that are hooks. */
  hooks: number;
  /** The file is whole, so that what is not listed is not so. */
  complete: boolean;
}

/** Distinguishes a test from others in its file; of two with one name, the one with an error failed. */
export function keyOf(test: JsonObject): string {
  return JSON.stringify([test["fullTitle"], test["file"], mochaError(test["err"]) !== undefined]);
}

/** Only tests that did not pass are kept in memory, usually few. */
export async function readLists(text: AsyncIterable<string>): Promise<Lists> {
  const failed = new Map<string, number>();
  const pending = new Map<string, number>();
  const lists: Lists = { failed, pending, hasTests: false, hooks: 0, complete: false };
  const outline = {
    members: {
      tests: { name: "tests", elements: { members: {} } },
      failures: { elements: "failed" },
      pending: { elements: "pending" },
    },
  };
  const { complete } = await collectParts(text, outline, (name, value) => {
    const test = asObject(value);
    if (name === "tests") lists.hasTests = true;
    else if (test === undefined) return;
    else if (name === "failed" && isHookTitle(test["title"])) lists.hooks++;
    else count(name === "failed" ? failed : pending, keyOf(test));
  });
  lists.complete = complete;
  return lists;
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** True if the test is listed once more than it was asked for. */
export function takeListed(counts: Map<string, number>, key: string): boolean {
  const left = counts.get(key) ?? 0;
  if (left === 0) return false;
  if (left === 1) counts.delete(key);
  else counts.set(key, left - 1);
  return true;
}
