import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { habits } from "./habits.mjs";
import { checkIdentifiers } from "./identifiers.mjs";
import { findSubjectFaults, newSubjects } from "./subjects.mjs";
import { sentencesOf } from "./texts.mjs";

const repository = join(import.meta.dirname, "../..");
const readable = [
  "*.md",
  "docs/**/*.md",
  "packages/*/README.md",
  "packages/*/src/**/*.{ts,tsx,mjs}",
  "packages/server/migrations/*.sql",
  "{scripts,bench,tools,demo,e2e}/**/*.{ts,mjs,md}",
];
/** Files to skip: data recorded from other tools, and the words that the check itself searches for. */
const foreign = /\/(?:samples|recorded|fixtures|node_modules)\/|^tools\/prose\/|^docs\/glossary\.md$/;

/**
 * Returns the habits in a file, one line each.
 *
 * @param {string} file
 * @param {string} source
 * @returns {string[]}
 */
export function findHabits(file, source) {
  return sentencesOf(file, source).flatMap(({ kind, line, sentence }) =>
    habits
      .filter(({ pattern, kinds }) => pattern.test(sentence) && (kinds === undefined || kinds.includes(kind)))
      .map(({ advice }) => `${file}:${line}: "${sentence}"\n    ${advice}`),
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const files = globSync(readable, { cwd: repository }).filter((file) => !foreign.test(file));
  const found = files.flatMap((file) => findHabits(file, readFileSync(join(repository, file), "utf8")));
  for (const finding of found) console.log(finding);
  if (found.length > 0)
    console.log(`\n${found.length} sentences to write in plain English (CONTRIBUTING.md, Language)`);
  const words = checkIdentifiers(
    repository,
    files.filter((file) => /\.(?:tsx?|mjs)$/.test(file)),
  );
  const subjects = newSubjects(repository).flatMap(findSubjectFaults);
  for (const finding of [...words, ...subjects]) console.log(finding);
  process.exitCode = found.length + words.length + subjects.length > 0 ? 1 : 0;
}
