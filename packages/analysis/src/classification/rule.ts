import type { FrameRole } from "#errors/stack-frames.ts";
import type { ReadError } from "#errors/read-error.ts";
import type { SubClass } from "./taxonomy.ts";
import { titleMarks } from "./title-marks.ts";
import { type TestKind, testKind } from "./test-kind.ts";

/** Facts about a failure that rules can match. */
export interface Facts {
  readonly error: ReadError;
  readonly kind: TestKind;
  /** Tool that ran the test, and the framework of the report unless it is only a format. */
  readonly tool: string;
  /** Keywords in the title of the test. */
  readonly marks: string;
  /** Text of the error, preceded by its class if the text does not contain it. */
  readonly text: string;
  /** Failing line of source code, or empty. */
  readonly code: string;
}

/** A reason to assign a class. All conditions that are present must match. */
export interface Rule {
  readonly id: string;
  readonly subClass: SubClass;
  /** Must match a line of the error. The matching line becomes the evidence. */
  readonly says?: RegExp;
  /** Must match the recorded state of the page. */
  readonly page?: RegExp;
  /** Must match the class of the error. */
  readonly type?: RegExp;
  readonly kinds?: readonly TestKind[];
  /** Where the error must have been thrown. */
  readonly thrownIn?: readonly FrameRole[];
  readonly tool?: RegExp;
  readonly where?: (facts: Facts) => boolean;
  /** The rule decides the class if it matches. Other rules are only features of the model. */
  readonly decides?: true;
}

/** Returns a pattern for lines of the recorded page. Lines about the test's own search contain the text that it expected. */
export function seen(pattern: RegExp): RegExp {
  return new RegExp(`^(?!.*(?:waiting for|Expect "|locator\\()).*(?:${pattern.source})`, "i");
}

/** A matching rule with the line that it matched. */
export interface RuleMatch {
  readonly rule: Rule;
  readonly evidence: string;
}

/** @param title Title of the test, without its suites. */
export function factsOf(error: ReadError, tool: string, title: string): Facts {
  const marks = titleMarks(title);
  const named = error.type === null || error.text.includes(error.type) ? "" : `${error.type}: `;
  return {
    error,
    kind: testKind(error, tool, marks),
    tool,
    marks,
    text: named + error.text,
    code: error.code ?? "",
  };
}

/** Returns the line that a rule matches; `null` if the rule does not apply. */
export function evidenceFor(rule: Rule, facts: Facts): string | null {
  const { error } = facts;
  if (rule.kinds !== undefined && !rule.kinds.includes(facts.kind)) return null;
  if (rule.tool !== undefined && !rule.tool.test(facts.tool)) return null;
  if (rule.thrownIn !== undefined && !rule.thrownIn.includes(error.frame?.role ?? "library")) return null;
  if (rule.type !== undefined && !rule.type.test(error.type ?? "")) return null;
  let evidence: string | null = null;
  if (rule.says !== undefined) {
    evidence = lineOf(rule.says, facts.text);
    if (evidence === null) return null;
  }
  if (rule.page !== undefined) {
    const seen = error.page.find((line) => rule.page?.test(line));
    if (seen === undefined) return null;
    evidence ??= seen;
  }
  if (rule.where !== undefined && !rule.where(facts)) return null;
  return evidence ?? facts.text.split("\n", 1)[0] ?? "";
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
