import { z } from "zod";
import { Timestamp } from "#endpoint.ts";
import { failureClasses } from "./failure-classes.ts";

export const FailureClass = z.enum(failureClasses);
export type FailureClass = z.infer<typeof FailureClass>;

const percent = z.number().min(0).max(100);

/** The user who set a class, and the time; `by` is `null` if the account was deleted. */
export const ClassDecision = z.object({ by: z.string().nullable(), at: Timestamp });
export type ClassDecision = z.infer<typeof ClassDecision>;

/** Class of a failure with its confidence and evidence. */
export const FailureVerdict = z.object({
  class: FailureClass,
  /** More specific kind within the class; `null` if unknown. */
  subClass: z.object({ code: z.string(), name: z.string() }).nullable(),
  /** Calibrated confidence in percent: of the verdicts with 80, about 80 % are right. `null` if a user decided. */
  confidence: percent.nullable(),
  /** Lines of the error that the class is based on, most relevant first. */
  evidence: z.array(z.string()),
  /** Other possible classes, most likely first; empty if a user decided. */
  alternatives: z.array(z.object({ class: FailureClass, confidence: percent })),
  /** `rule`: a written rule. `model`: a model trained on labelled failures. `person`: a user of the project. */
  decidedBy: z.enum(["rule", "model", "person"]),
  /** Name of the rule: of the project, or built in. Only if a rule decided. */
  rule: z.string().optional(),
  /** Decision of a user, if there is one. */
  decision: ClassDecision.optional(),
  /** Suggested fixes, most promising first. `code` is a command or a line of code. */
  suggestedFixes: z.array(z.object({ text: z.string(), code: z.string().nullable() })),
});
export type FailureVerdict = z.infer<typeof FailureVerdict>;
