import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

/** Words that identifiers should not contain, with better ones (docs/glossary.md). */
const better = {
  alike: "similar",
  answer: "response, reply, result",
  apart: "separate",
  asked: "requested, query",
  begun: "started, opened",
  fact: "stats, fields, details; fact is only for key=value",
  facts: "stats, fields, details; facts are only for key=value",
  figures: "metrics, stats",
  given: "options, input",
  gone: "removed, deleted",
  heard: "received",
  kept: "retained, remaining",
  moment: "time",
  note: "record; a note is only a text on a screen",
  noted: "recorded",
  place: "location, index, scope, target",
  places: "locations, indices, targets",
  said: "reported, output",
  shown: "visible, display…",
  told: "sent, announced",
  wanted: "requested, expected",
  whole: "full, complete",
  withheld: "held, deferred",
};

const limitsFile = join(import.meta.dirname, "identifier-limits.json");

/**
 * Counts the identifiers of a file that contain one of these words.
 *
 * @param {string} file
 * @param {string} source
 * @returns {Map<string, number>}
 */
export function countWords(file, source) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const count = (/** @type {{ name: string }} */ { name }) => {
    for (const part of new Set(name.split(/(?=[A-Z])|[_$\d]+/))) {
      const word = part.toLowerCase();
      if (Object.hasOwn(better, word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  };
  new Visitor({ Identifier: count }).visit(parseSync(file, source).program);
  return counts;
}

/**
 * Returns an error for each word that occurs more often than its limit, which may only be lowered.
 *
 * @param {ReadonlyMap<string, number>} counts
 * @param {Readonly<Record<string, number>>} limits
 */
export function overLimit(counts, limits) {
  return Object.entries(better).flatMap(([word, instead]) => {
    const [count, limit] = [counts.get(word) ?? 0, limits[word] ?? 0];
    if (count <= limit) return [];
    return [`Identifiers contain "${word}" ${count} times, ${count - limit} more than before: use ${instead}.`];
  });
}

/**
 * @param {string} repository
 * @param {readonly string[]} files
 */
export function checkIdentifiers(repository, files) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of files)
    for (const [word, count] of countWords(file, readFileSync(join(repository, file), "utf8")))
      counts.set(word, (counts.get(word) ?? 0) + count);
  const limits = /** @type {Record<string, number>} */ (JSON.parse(readFileSync(limitsFile, "utf8")));
  const found = overLimit(counts, limits);
  if (found.length === 0 && process.argv.includes("--lower"))
    writeFileSync(
      limitsFile,
      `${JSON.stringify(Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`,
    );
  return found;
}
