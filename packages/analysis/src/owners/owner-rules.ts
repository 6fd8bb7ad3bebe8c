import { type PathPattern, pathPattern } from "./path-pattern.ts";

/** A line of a CODEOWNERS file. Tests in matching files belong to these owners. */
export interface OwnerRule {
  /** From 1. */
  readonly line: number;
  readonly pattern: PathPattern;
  /** As written, such as `@team-payments` or `ana@example.org`. The first owner is used. Empty if there is no owner. */
  readonly owners: readonly string[];
}

export interface OwnerRules {
  readonly rules: readonly OwnerRule[];
  readonly problems: readonly { readonly line: number; readonly reason: string }[];
}

/** Further rules are ignored and reported as a problem. */
export const maxOwnerRules = 1000;

/**
 * Parses rules in the CODEOWNERS format of GitHub and GitLab: a pattern and its owners per line, `#` starts a
 * comment, `[Section]` lines are ignored, a backslash escapes a space. The last matching rule wins.
 */
export function readOwnerRules(text: string): OwnerRules {
  const rules: OwnerRule[] = [];
  const problems: { line: number; reason: string }[] = [];
  /** Lines with several owners share one problem, because files written for other tools have hundreds of them. */
  const shared: number[] = [];
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = index + 1;
    const words = wordsOf(raw);
    const [pattern, ...owners] = words;
    if (pattern === undefined || /^\^?\[/.test(pattern)) continue;
    if (rules.length === maxOwnerRules) {
      problems.push({ line, reason: `Only the first ${maxOwnerRules} rules are read` });
      break;
    }
    const read = pathPattern(pattern);
    if (read === null) problems.push({ line, reason: "This pattern matches nothing" });
    else {
      rules.push({ line, pattern: read, owners });
      if (owners.length > 1) shared.push(line);
    }
  }
  const [first] = shared;
  if (first !== undefined) {
    const others = shared.length === 1 ? "" : `; this and ${shared.length - 1} more lines name several`;
    problems.push({ line: first, reason: `A test has one owner, so only the first owner on a line is used${others}` });
  }
  return { rules, problems };
}

function wordsOf(line: string): string[] {
  const words = line.match(/(?:\\.|[^\s\\])+/g) ?? [];
  const comment = words.findIndex((word) => word.startsWith("#"));
  return (comment === -1 ? words : words.slice(0, comment)).map((word) => word.replaceAll(/\\(.)/g, "$1"));
}
