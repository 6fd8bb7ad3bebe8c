import {
  type ClassificationRule,
  createRule,
  deleteRule,
  listRules,
  previewRule,
  reorderRules,
  updateRule,
} from "@plumb/contract/failures/rules.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import type { Context } from "#core/context.ts";
import { addRule, changeRule, deleteStoredRule, orderRules } from "#failures/rules/edit-rules.ts";
import { previewOf, ruleWindow } from "#failures/rules/preview-rule.ts";
import { subClassNamed } from "#failures/verdict.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { type AuditEntry, type Actor, recordAudit } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
import { selectFailures } from "#read-models/failures/selected-failures.ts";
import { failuresByRule } from "#read-models/failures/rule-reach.ts";
import { type RuleFields, rulesOf, type StoredRule } from "#store/failures/rules/rules.ts";

export function ruleRoutes(api: Api<"bus" | "db" | "failureIndex" | "threads">): void {
  api.route(listRules, async ({ context: { db, failureIndex }, projectId, now }) => {
    const failures = failuresByRule(await selectFailures(failureIndex, ruleWindow({ projectId, now })));
    return { data: (await rulesOf(db, projectId)).map((rule) => present(rule, failures.get(rule.id) ?? 0)) };
  });

  api.route(createRule, async (call) => {
    const { context, projectId, body } = call;
    const { primaryClass, ...rest } = body;
    const actor = actorOf(call);
    const rule = await changed(context, projectId, async (transaction) => {
      const made = await addRule(transaction, editorOf(projectId, actor), { ...rest, class: primaryClass });
      await recordAudit(transaction, actor, ruleAuditEntry("rule.created", projectId, made, ruleFields(made)));
      return made;
    });
    return { data: present(rule, 0) };
  });

  api.route(updateRule, async (call) => {
    const { context, projectId, params, body } = call;
    const { primaryClass, ...rest } = body;
    const actor = actorOf(call);
    const rule = await changed(context, projectId, async (transaction) => {
      const { before, after } = await changeRule(transaction, editorOf(projectId, actor), params.ruleId, {
        ...rest,
        class: primaryClass,
      });
      const detail = differences(before, after);
      if (Object.keys(detail).length > 0)
        await recordAudit(transaction, actor, ruleAuditEntry("rule.changed", projectId, after, detail));
      return after;
    });
    const failures = failuresByRule(
      await selectFailures(context.failureIndex, ruleWindow({ projectId, now: actor.now })),
    );
    return { data: present(rule, failures.get(rule.id) ?? 0) };
  });

  api.route(deleteRule, async (call) => {
    const { context, projectId, params } = call;
    const actor = actorOf(call);
    await changed(context, projectId, async (transaction) => {
      const rule = await deleteStoredRule(transaction, editorOf(projectId, actor), params.ruleId);
      await recordAudit(transaction, actor, ruleAuditEntry("rule.deleted", projectId, rule, ruleFields(rule)));
    });
    return { data: null };
  });

  api.route(reorderRules, async (call) => {
    const { context, projectId, body } = call;
    const actor = actorOf(call);
    await changed(context, projectId, async (transaction) => {
      const rules = await orderRules(transaction, editorOf(projectId, actor), body.ruleIds);
      await recordAudit(transaction, actor, {
        action: "rules.reordered",
        projectId,
        targetType: "rule",
        targetName: cut(rules.map(({ name }) => name).join(", "), 300),
      });
    });
    return { data: null };
  });

  api.route(previewRule, async ({ context, projectId, body, now }) => ({
    data: await previewOf(context, { projectId, now }, body),
  }));
}

function editorOf(projectId: number, { id, now }: Actor) {
  return { projectId, userId: id, now };
}

/** Applies a change of the rules. Classes of single failures change immediately, classes of causes with the job that the message starts. */
async function changed<Value>(
  { db, bus }: Pick<Context, "bus" | "db">,
  projectId: number,
  change: (transaction: Db) => Promise<Value>,
): Promise<Value> {
  const value = await db.transaction().execute(change);
  bus.publish({ about: "failures", projectId });
  bus.publish({ about: "jobs" });
  return value;
}

function present({ class: primaryClass, ...rule }: StoredRule, failures: number): ClassificationRule {
  return {
    ...rule,
    primaryClass,
    subClass: subClassNamed(rule.subClass),
    failures,
    changedAt: rule.changedAt.toISOString(),
  };
}

function ruleAuditEntry(
  action: AuditEntry["action"],
  projectId: number,
  { id, name }: Pick<StoredRule, "id" | "name">,
  detail: AuditEntry["detail"] = {},
): AuditEntry {
  return { action, projectId, targetType: "rule", targetId: id, targetName: name, detail };
}

function ruleFields({ name, kind, pattern, ignoreCase, scope, class: primaryClass, subClass, enabled }: RuleFields) {
  return { name, kind, pattern, ignoreCase, ...scope, class: primaryClass, subClass, enabled };
}

/** Returns the old and new value of each changed field. */
function differences(before: RuleFields, after: RuleFields): Record<string, unknown> {
  const [was, is] = [ruleFields(before), ruleFields(after)];
  return Object.fromEntries(
    (Object.keys(is) as (keyof typeof is)[])
      .filter((field) => was[field] !== is[field])
      .map((field) => [field, [was[field] ?? "", is[field] ?? ""]]),
  );
}
