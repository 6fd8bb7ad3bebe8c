import { ownerFinder } from "#owners/owner-finder.ts";
import { readOwnerRules } from "#owners/owner-rules.ts";
import { type PathClass, pathClasses } from "@plumb/contract/failures/resolution-kinds.ts";
import { builtInPathRules } from "./built-in-path-rules.ts";

interface PathRuleProblem {
  readonly line: number;
  readonly reason: string;
}

/** Further rules of a project are ignored and reported as a problem. */
export const maxPathRules = 200;

const known: ReadonlySet<string> = new Set(pathClasses);

/**
 * Checks the rules of a project: a pattern and a class per line, in the syntax of a CODEOWNERS file. Returns the text of the valid rules and the
 * problems of the other lines.
 */
export function readPathRules(text: string): { readonly valid: string; readonly problems: readonly PathRuleProblem[] } {
  const { rules, problems } = readOwnerRules(text);
  const lines = text.split(/\r?\n/);
  const valid: string[] = [];
  const found: PathRuleProblem[] = problems.filter(({ reason }) => !reason.startsWith("A test has one owner"));
  for (const { line, owners } of rules) {
    const [name, ...others] = owners;
    if (name === undefined) found.push({ line, reason: "This pattern has no class" });
    else if (!known.has(name)) found.push({ line, reason: `Unknown class; use ${pathClasses.join(", ")}` });
    else if (others.length > 0) found.push({ line, reason: "A path has one class" });
    else if (valid.length === maxPathRules) {
      found.push({ line, reason: `Only the first ${maxPathRules} rules are read` });
      break;
    } else valid.push(lines[line - 1] ?? "");
  }
  return { valid: valid.join("\n"), problems: found.toSorted((a, b) => a.line - b.line) };
}

/** Returns the built-in rules followed by the valid rules of a project, which take precedence because the last matching rule wins. */
export function allPathRules(projectRules: string): string {
  return `${builtInPathRules}\n${readPathRules(projectRules).valid}`;
}

/** Returns a function that finds the class of a file; `null` if no rule matches it. */
export function pathClassFinder(projectRules: string): (path: string) => PathClass | null {
  const find = ownerFinder(readOwnerRules(allPathRules(projectRules)).rules);
  return (path) => asPathClass(find(path));
}

export function asPathClass(name: string | null): PathClass | null {
  return pathClasses.find((each) => each === name) ?? null;
}
