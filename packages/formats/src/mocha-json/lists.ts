import { collectParts } from "#json/collect-parts.ts";
import { asObject, type JsonObject } from "#json/json-value.ts";
import { isHookTitle, mochaError } from "#mocha-error/mocha-error.ts";

/** Outcomes of tests in a report's lists, with the number of times that each test is listed. */
export interface Lists {
  readonly failed: Map<string, number>;
  readonly pending: Map<string, number>;
  /** True if `tests` exists. Some tools only write the lists by outcome. */
  hasTests: boolean;
  /** Number of failures in hooks. */
  hooks: number;
  /** True if the file is complete, so that tests that are not listed passed. */
  complete: boolean;
}

/** Returns a key for the test within its file. The error is part of the key, to distinguish a failed test from a passed one with the same name. */
export function keyOf(test: JsonObject): string {
  return JSON.stringify([test["fullTitle"], test["file"], mochaError(test["err"]) !== undefined]);
}

/** Only keeps failed and pending tests in memory, which are usually few. */
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

/** Removes one occurrence of the test from the counts. Returns false if none is left. */
export function takeListed(counts: Map<string, number>, key: string): boolean {
  const left = counts.get(key) ?? 0;
  if (left === 0) return false;
  if (left === 1) counts.delete(key);
  else counts.set(key, left - 1);
  return true;
}
