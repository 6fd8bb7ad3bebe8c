import type { FrameRole } from "#errors/stack-frames.ts";
import type { ReadError } from "#errors/read-error.ts";
import type { SubClass } from "./taxonomy.ts";
import { titleMarks } from "./title-marks.ts";
import { type TestKind, testKind } from "./test-kind.ts";

/** Facts that rules use. */
export interface Facts {
  readonly error: ReadError;
  readonly kind: TestKind;
  readonly framework: string;
  /** Keywords in the title of the test. */
  readonly marks: string;
  /** The error's text, preceded by its class if the text does not contain it. */
  readonly said: string;
  /** The failing line of source, or nothing. */
  readonly code: string;
}

/** One reason to think so. All that it names must hold. */
export interface Rule {
  readonly id: string;
  readonly subClass: SubClass;
  /** A line of the error must match this; the matching line is the evidence. */
  readonly says?: RegExp;
  /** Must match the recorded state of the page. */
  readonly page?: RegExp;
  /** The class of the error. */
  readonly type?: RegExp;
  readonly kinds?: readonly TestKind[];
  /** The location of the code that raised it. */
  readonly thrownIn?: readonly FrameRole[];
  readonly framework?: RegExp;
  readonly where?: (facts: Facts) => boolean;
  /** It decides where it applies; otherwise it is only one of the model's features. */
  readonly decides?: true;
}

/** A rule that applies, and the line that made it apply. */
export interface RuleMatch {
  readonly rule: Rule;
  readonly evidence: string;
}

/** @param title The test's own name. */
export function factsOf(error: ReadError, framework: string, title: string): Facts {
  const marks = titleMarks(title);
  const named = error.type === null || error.text.includes(error.type) ? "" : `${error.type}: `;
  return {
    error,
    kind: testKind(error, framework, marks),
    framework,
    marks,
    said: named + error.text,
    code: error.code ?? "",
  };
}

/** The line that makes a rule apply; null if it does not. */
export function evidenceFor(rule: Rule, facts: Facts): string | null {
  const { error } = facts;
  if (rule.kinds !== undefined && !rule.kinds.includes(facts.kind)) return null;
  if (rule.framework !== undefined && !rule.framework.test(facts.framework)) return null;
  if (rule.thrownIn !== undefined && !rule.thrownIn.includes(error.frame?.role ?? "library")) return null;
  if (rule.type !== undefined && !rule.type.test(error.type ?? "")) return null;
  let evidence: string | null = null;
  if (rule.says !== undefined) {
    evidence = lineOf(rule.says, facts.said);
    if (evidence === null) return null;
  }
  if (rule.page !== undefined) {
    const seen = error.page.find((line) => rule.page?.test(line));
    if (seen === undefined) return null;
    evidence ??= seen;
  }
  if (rule.where !== undefined && !rule.where(facts)) return null;
  return evidence ?? facts.said.split("\n", 1)[0] ?? "";
}

const longestText = 8000;
const longestEvidence = 300;

function lineOf(pattern: RegExp, text: string): string | null {
  const looked = text.length > longestText ? text.slice(0, longestText) : text;
  const found = pattern.exec(looked);
  if (found === null) return null;
  const from = looked.lastIndexOf("\n", found.index) + 1;
  const end = looked.indexOf("\n", found.index + found[0].length);
  return looked.slice(from, end === -1 ? undefined : end).slice(0, longestEvidence);
}
