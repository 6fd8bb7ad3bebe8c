import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const repository = join(import.meta.dirname, "../..");

const atom = String.raw`(?:\\.|\[(?:[^\]\\]|\\.)*\]|[^\\[\](){}|?*+^$])`;

/**
 * Shapes of regular expressions whose running time is at least quadratic. Each matches the source of an expression and, optionally, its flags.
 *
 * @type {readonly (readonly [shape: RegExp, why: string, flag?: string])[]}
 */
const shapes = [
  [
    /(?:^|[|(:])\^\\s[+*]/,
    "`^\\s` with the flag m walks from each line start through all blank lines: use [ \\t]",
    "m",
  ],
  [new RegExp(String.raw`\((?:\?:)?${atom}[+*]\)[+*]`), "a repeated repetition can split a text in endless ways"],
  [
    /(\\[sSwWdD]|(?<!\\)\.|\[[^\]\\]*\])[+*](?:\?)?\1[+*]/,
    "two repetitions of the same characters share a text in many ways",
  ],
  [/^(?:\\[sSwWdD]|\.|\[(?:[^\]\\]|\\.)*\])[+*]\$$/, "each start of a run is tried: use trimEnd, or look from the end"],
  [/^\(?(?:\.|\[\\s\\S\]|\[\^\])[*+](?!\?)/, "a pattern that begins with anything is tried at every character"],
];

/** Matches a regular expression literal. Within a line it is recognised by the preceding character, which cannot end an operand. */
const literal =
  /(?<=[=(,:[!&|?;{}+]\s{0,4}|return |^\s{0,40})\/((?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g;

/**
 * Returns the slow patterns of a file.
 *
 * @param {string} code
 * @returns {string[]}
 */
export function slowPatterns(code) {
  return code.split("\n").flatMap((line, index, lines) => {
    if ((lines[index - 1] ?? "").includes("bounded-pattern:") || line.length > 2000) return [];
    return [...line.matchAll(literal)].flatMap(([full, source = "", flags = ""]) =>
      shapes
        .filter(([shape, , flag]) => shape.test(source) && (flag === undefined || flags.includes(flag)))
        .map(([, why]) => `${index + 1}: ${full}: ${why}`),
    );
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const files = globSync(["packages/*/src/**/*.{ts,tsx}", "scripts/*.mjs"], { cwd: repository }).filter(
    (file) => !/\.(?:test|spec|story)\.tsx?$|\/testing\//.test(file),
  );
  const found = files.flatMap((file) =>
    slowPatterns(readFileSync(join(repository, file), "utf8")).map((finding) => `${file}:${finding}`),
  );
  for (const finding of found) console.log(finding);
  if (found.length > 0)
    console.log(
      "\nMend the pattern, or say above it what bounds its text: // bounded-pattern: a line of 300 characters",
    );
  process.exitCode = found.length > 0 ? 1 : 0;
}
