import { z } from "zod";
import { bodyBytes, endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { blankErrors, type FieldErrors } from "#field-errors.ts";
import { ClassFilter } from "./failure-window.ts";
import { SubClass } from "./failures.ts";
import { FailureClass } from "./verdict.ts";

const Count = z.number().int().min(0);

/** Maximum number of rules per project. */
export const maxRules = 200;
export const ruleLength = { name: 100, pattern: 500, scope: 200 } as const;
/** Rules are matched against failures of this many days. */
export const ruleDays = 90;

/** `text`: a line of the error contains the pattern. `regex`: the pattern is a regular expression in RE2 syntax. */
export const RuleKind = z.enum(["text", "regex"]);
export type RuleKind = z.infer<typeof RuleKind>;

const scoped = z
  .string()
  .trim()
  .max(ruleLength.scope)
  .transform((value) => (value === "" ? null : value))
  .nullable();

/** Scope of a rule. All given parts must match; `null` matches everything. */
export const RuleScope = z.object({
  suite: scoped,
  environment: scoped,
  branch: scoped,
  /** Every word must occur in the test's file, titles or variant, case-insensitive. */
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

/** Returns errors that a form can show before it sends the rule, with the same messages as the server. */
export function ruleErrors(rule: { readonly name: string; readonly pattern: string }): FieldErrors {
  return blankErrors(rule, ["name", "pattern"]);
}

/** Assigns a class to errors. The first matching rule wins, but decisions of users take precedence. */
export const ClassificationRule = z.object({
  ...fields,
  id: Id,
  subClass: SubClass.nullable(),
  /** Number of failures in the last 90 days that the rule classifies. */
  failures: Count,
  changedAt: Timestamp,
  /** Name of the user who last changed the rule; `null` if the account was deleted. */
  changedBy: z.string().nullable(),
});
export type ClassificationRule = z.infer<typeof ClassificationRule>;

/** Effect of a rule on the failures of the last 90 days. */
export const RulePreview = z.object({
  /** Failures that would get the rule's class if no decision took precedence, with the number of their tests and causes. */
  failures: Count,
  tests: Count,
  groups: Count,
  /** Failures whose error does not match but shares a cause with a matching one. */
  followers: Count,
  /** Matching failures that do not change because of a user's decision or an earlier rule. */
  keptByPeople: Count,
  keptByRules: Count,
  /** Matching failures by current class, most frequent first. */
  classes: z.array(z.object({ class: ClassFilter, failures: Count })),
  /** The ten most frequent matching errors. */
  samples: z.array(z.object({ error: z.string(), line: z.string(), failures: Count, groupId: Id })),
  /** Number of errors that were checked, latest first. `complete` is false if checking all of them would take too long. */
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
    /** The rule being changed; `null` previews a new rule after all others. */
    ruleId: Id.nullable().default(null),
  }),
  bodyBytes: bodyBytes.usual,
  response: success(RulePreview),
});
