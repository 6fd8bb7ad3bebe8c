import { maxRules } from "@plumb/contract/failures/rules.ts";
import { bumpRevision } from "#store/sql/revisions.ts";
import { ApiError, refuseAny, refusedFields } from "#core/api-error.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import type { Db } from "#store/db.ts";
import {
  insertRule,
  moveRules,
  placeRules,
  removeRule,
  type RuleAuthor,
  rulesOf,
  type RuleFields,
  type StoredRule,
  writeRule,
} from "#store/failures/rules/rules.ts";
import { checkSubClass } from "#failures/decide.ts";
import { patternProblem } from "./rule-matching.ts";

interface Editor extends RuleAuthor {
  readonly projectId: number;
}

/** @throws ApiError `invalid` for an invalid pattern. */
export function checkPattern(rule: Pick<RuleFields, "ignoreCase" | "kind" | "pattern">): void {
  const problem = patternProblem(rule);
  refuseAny(problem === null ? {} : { pattern: problem });
}

/**
 * Adds a rule after the existing ones.
 *
 * @throws ApiError `invalid` for an invalid rule; `conflict` if the name is taken or there are too many rules.
 */
export async function addRule(transaction: Db, editor: Editor, rule: RuleFields): Promise<StoredRule> {
  check(rule);
  const rules = await openRules(transaction, editor);
  if (rules.length >= maxRules)
    throw new ApiError("conflict", `A project can have at most ${maxRules} rules. Delete one first.`);
  const id = await insertRule(transaction, editor.projectId, rule, editor);
  if (id === "taken") throw nameTaken(rule.name);
  return ruleOf(await rulesOf(transaction, editor.projectId), id);
}

/**
 * Changes the given fields; `undefined` fields stay unchanged.
 *
 * @throws ApiError `not_found`; `invalid` for an invalid rule; `conflict` if the name is taken.
 */
export async function changeRule(
  transaction: Db,
  editor: Editor,
  id: number,
  change: { readonly [Field in keyof RuleFields]?: RuleFields[Field] | undefined },
): Promise<{ readonly before: StoredRule; readonly after: StoredRule }> {
  const { projectId } = editor;
  const before = ruleOf(await openRules(transaction, editor), id);
  const input = Object.entries(change).filter(([, value]) => value !== undefined);
  const rule: RuleFields = { ...before, ...Object.fromEntries(input) };
  check(rule);
  if ((await writeRule(transaction, { projectId, id }, rule, editor)) === "taken") throw nameTaken(rule.name);
  return { before, after: ruleOf(await rulesOf(transaction, projectId), id) };
}

/** @throws ApiError `not_found` */
export async function deleteStoredRule(transaction: Db, editor: Editor, id: number): Promise<StoredRule> {
  const rule = ruleOf(await openRules(transaction, editor), id);
  await removeRule(transaction, editor.projectId, id);
  return rule;
}

/** @throws ApiError `conflict` if the ids are not exactly those of the existing rules. */
export async function orderRules(transaction: Db, editor: Editor, ids: readonly number[]): Promise<StoredRule[]> {
  const known = (await openRules(transaction, editor)).map(({ id }) => id);
  const input = new Set(ids);
  if (input.size !== ids.length || known.length !== ids.length || known.some((id) => !input.has(id)))
    throw new ApiError("conflict", "The rules have changed. Reload them, then change their order.");
  await placeRules(transaction, editor.projectId, ids);
  return rulesOf(transaction, editor.projectId);
}

/** Locks the project's rules, so that changes happen one at a time, and queues the job that applies the new rules. */
async function openRules(transaction: Db, { projectId, now }: Editor): Promise<StoredRule[]> {
  await bumpRevision(transaction, "failure", projectId);
  await moveRules(transaction, projectId);
  const target = `project ${projectId}`;
  await enqueue(transaction, { kind: "judge-again", projectId, target, key: target, data: {}, now });
  return rulesOf(transaction, projectId);
}

function check(rule: RuleFields): void {
  checkPattern(rule);
  checkSubClass(rule);
}

function ruleOf(rules: readonly StoredRule[], id: number): StoredRule {
  const rule = rules.find((each) => each.id === id);
  if (rule === undefined) throw new ApiError("not_found", "This rule does not exist in this project.");
  return rule;
}

function nameTaken(name: string): ApiError {
  return refusedFields({ name: `There is already a rule called “${name}”.` }, "conflict");
}
