import type { FailureGroupDetails } from "@plumb/contract/failures/failures.ts";
import {
  type ClassificationRule,
  ruleLength,
  type RulePreview,
  type RuleScope,
} from "@plumb/contract/failures/rules.ts";
import { counted, cut } from "#lib/format/format.ts";

/** Returns the scope as `suite shop, tests with “cart”`; `null` if the rule applies to the whole project. */
export function scopeText({ suite, environment, branch, test }: RuleScope): string | null {
  const parts = [
    suite === null ? [] : [`suite ${suite}`],
    environment === null ? [] : [`environment ${environment}`],
    branch === null ? [] : [`branch ${branch}`],
    test === null ? [] : [`tests with “${test}”`],
  ].flat();
  return parts.length === 0 ? null : parts.join(", ");
}

/** Returns the effect of a rule as sentences: its matches first, then the decisions that take precedence. */
export function previewSentences(preview: RulePreview): string[] {
  const { failures, tests, groups, followers, keptByPeople, keptByRules, looked, complete } = preview;
  if (failures === 0)
    return [
      complete
        ? `No matches among the ${counted(looked, "error")} of the last 90 days in its scope.`
        : `No matches among ${counted(looked, "error")}; checking all of them would take too long.`,
    ];
  return [
    `It matches ${counted(failures, "failure")} of the last 90 days, in ${counted(tests, "test")} and ${counted(groups, "cause")}.`,
    followers === 0
      ? null
      : `${counted(followers, "failure")} of them ${followers === 1 ? "does" : "do"} not match, but ${followers === 1 ? "shares" : "share"} a cause with one that does.`,
    keptByPeople === 0
      ? null
      : `${counted(keptByPeople, "failure")} ${stays(keptByPeople)} the class that users chose.`,
    keptByRules === 0 ? null : `${counted(keptByRules, "failure")} ${stays(keptByRules)} the class of an earlier rule.`,
    complete
      ? null
      : `Only the ${counted(looked, "most frequent error")} were checked; checking all of them would take too long.`,
  ].filter((sentence) => sentence !== null);
}

function stays(count: number): string {
  return count === 1 ? "keeps" : "keep";
}

/** Returns the ids after moving a rule up or down; `null` if it is already at that end. */
export function moved(rules: readonly ClassificationRule[], id: number, by: -1 | 1): number[] | null {
  const ids = rules.map((rule) => rule.id);
  const from = ids.indexOf(id);
  const other = ids[from + by];
  if (from === -1 || other === undefined) return null;
  ids[from + by] = id;
  ids[from] = other;
  return ids;
}

const placeholder = /<[a-z-]+>/;
const minText = 8;

/**
 * Returns a pattern that matches the failures of a cause: the longest constant part of the normalised error that also occurs in
 * the original error, otherwise the line that decided the class.
 */
export function fittingText({
  normalizedText,
  representativeError,
  evidence,
}: Pick<FailureGroupDetails, "evidence" | "normalizedText" | "representativeError">): string {
  const line = (evidence[0] ?? representativeError).split("\n", 1)[0] ?? "";
  const lower = line.toLowerCase();
  const [longest = ""] = normalizedText
    .split("\n")
    .flatMap((part) => part.split(placeholder))
    .map((part) => part.replace(/^[\s:;,.-]+/, "").trimEnd())
    .filter((part) => part.length >= minText && lower.includes(part))
    .toSorted((a, b) => b.length - a.length);
  const at = lower.indexOf(longest);
  const text = longest === "" ? line : line.slice(at, at + longest.length);
  return text.slice(0, ruleLength.pattern).trim();
}

export function nameFor(text: string): string {
  return cut(text, 60);
}
