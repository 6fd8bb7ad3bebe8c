import { z } from "zod";
import { bodyBytes, endpoint, Id, Moment, success } from "#endpoint.ts";
import { blankErrors, type FieldErrors } from "#field-errors.ts";
import { ClassFilter } from "./failure-window.ts";
import { SubClass } from "./failures.ts";
import { FailureClass } from "./verdict.ts";

const Count = z.number().int().min(0);

/** Maximum rules per project, and sizes. */
export const maxRules = 200;
export const ruleLength = { name: 100, pattern: 500, scope: 200 } as const;
/** How far back it is looked what a rule decides. */
export const ruleDays = 90;

/** `text`: a line of the error contains the pattern. `regex`: the pattern is a regular expression, as RE2 reads it. */
export const RuleKind = z.enum(["text", "regex"]);
export type RuleKind = z.infer<typeof RuleKind>;

const scoped = z
  .string()
  .trim()
  .max(ruleLength.scope)
  .transform((value) => (value === "" ? null : value))
  .nullable();

/** The scope of a rule; null: everything. Every given part must match. */
export const RuleScope = z.object({
  suite: scoped,
  environment: scoped,
  branch: scoped,
  /** In any case: every word must occur in the test's file, titles or variant. */
  test: scoped,
});
export type RuleScope = z.output<typeof RuleScope>;

const Name = z.string().trim().min(1).max(ruleLength.name);
const Pattern = z
  .string()
  .max(ruleLength.pattern)
  .refine((text) => text.trim() !== "", "Pattern is required")
  .refine((text) => !/[\r\n]/.test(text), "Pattern must be one line");

const fields = {
  name: Name,
  kind: RuleKind,
  pattern: Pattern,
  ignoreCase: z.boolean(),
  scope: RuleScope,
  primaryClass: FailureClass,
  subClass: z
    .string()
    .regex(/^[ADSEU]\d$/, "A sub-class is a letter and a digit, such as S1")
    .nullable(),
  enabled: z.boolean(),
};

/** What is wrong with a rule that no schema is needed for, in the words of the server: the form speaks before anything is sent. */
export function ruleErrors(rule: { readonly name: string; readonly pattern: string }): FieldErrors {
  return blankErrors(rule, ["name", "pattern"]);
}

/** Assigns a class to errors. The first matching rule wins; decisions of people are kept. */
export const ClassificationRule = z.object({
  ...fields,
  id: Id,
  subClass: SubClass.nullable(),
  /** Failures of the last 90 days that it decides. */
  failures: Count,
  changedAt: Moment,
  /** The person who changed it last; null if that account is gone. */
  changedBy: z.string().nullable(),
});
export type ClassificationRule = z.infer<typeof ClassificationRule>;

/** Effect of a rule on the failures of the last 90 days. */
export const RulePreview = z.object({
  /** Failures that would get the rule's class if no decision took precedence; their tests and causes. */
  failures: Count,
  tests: Count,
  groups: Count,
  /** Failures whose error does not match but shares a cause with a matching one. */
  followers: Count,
  /** Failures that do not change, by decision of a person or an earlier rule. */
  keptByPeople: Count,
  keptByRules: Count,
  /** Current class, the most frequent first. */
  classes: z.array(z.object({ class: ClassFilter, failures: Count })),
  /** The ten most frequent errors that match. */
  samples: z.array(z.object({ error: z.string(), line: z.string(), failures: Count, groupId: Id })),
  /** Errors that were looked at, the latest first; `complete` is false where looking at all of them would take too long. */
  looked: Count,
  complete: z.boolean(),
});
export type RulePreview = z.infer<typeof RulePreview>;

const params = z.object({ projectId: Id });
const ruleParams = params.extend({ ruleId: Id });

export const listRules = endpoint({
  method: "GET",
  path: "/api/analysis/projects/:projectId/rules",
  summary: "List the rules of a project in order: the first matching rule wins",
  allow: "project:read",
  params,
  response: success(z.array(ClassificationRule)),
});

export const createRule = endpoint({
  method: "POST",
  path: "/api/analysis/projects/:projectId/rules",
  summary: "Add a rule at the end; stored failures are reclassified in the background",
  allow: "project:manage",
  params,
  body: z.object({ ...fields, enabled: fields.enabled.default(true) }),
  response: success(ClassificationRule),
});

export const updateRule = endpoint({
  method: "PUT",
  path: "/api/analysis/projects/:projectId/rules/:ruleId",
  summary: "Change a rule, or switch it on or off; stored failures are reclassified in the background",
  allow: "project:manage",
  params: ruleParams,
  /** Missing fields are not changed. */
  body: z.object(fields).partial(),
  response: success(ClassificationRule),
});

export const deleteRule = endpoint({
  method: "DELETE",
  path: "/api/analysis/projects/:projectId/rules/:ruleId",
  summary: "Delete a rule; its failures are reclassified in the background",
  allow: "project:manage",
  params: ruleParams,
  response: success(z.null()),
});

export const reorderRules = endpoint({
  method: "POST",
  path: "/api/analysis/projects/:projectId/rules/reorder",
  summary: "Change the order of the rules",
  allow: "project:manage",
  params,
  /** All of them. */
  body: z.object({ ruleIds: z.array(Id).min(1).max(maxRules) }),
  response: success(z.null()),
});

export const previewRule = endpoint({
  method: "POST",
  path: "/api/analysis/projects/:projectId/rules/preview",
  summary: "Preview the matches of a rule in the last 90 days; nothing is stored",
  allow: "project:manage",
  params,
  body: z.object({
    kind: RuleKind,
    pattern: Pattern,
    ignoreCase: z.boolean(),
    scope: RuleScope,
    /** The rule that is being changed; without it, a new one after all others. */
    ruleId: Id.nullable().default(null),
  }),
  bodyBytes: bodyBytes.usual,
  response: success(RulePreview),
});
