import { defaultFlakinessRule, type FlakinessRule } from "@plumb/analysis/flakiness/flakiness-rule.ts";
import { changeFlakinessRule, previewFlakinessRule, readFlakinessRule } from "@plumb/contract/tests/flakiness-rule.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { recordAudit } from "#store/administration/audit.ts";
import { flakinessRuleOf, setFlakinessRule } from "#store/tests/flakiness-rules.ts";
import { markAllForEvaluation } from "#store/tests/test-states.ts";
import { previewRule } from "#tests/preview-rule.ts";
import { projectAuditEntry } from "./policy-audit.ts";
import { queueTestEvaluation } from "#tests/queue-test-evaluation.ts";

export function flakinessRuleRoutes(api: Api<"bus" | "clock" | "db">): void {
  api.route(readFlakinessRule, async ({ context: { db }, projectId }) => ({
    data: presentRule(await flakinessRuleOf(db, projectId)),
  }));

  api.route(changeFlakinessRule, async (call) => {
    const { context, projectId } = call;
    const { rule } = call.body;
    await context.db.transaction().execute(async (transaction) => {
      await setFlakinessRule(transaction, projectId, rule);
      await markAllForEvaluation(transaction, projectId);
      const entry = await projectAuditEntry(transaction, projectId, "flakiness_rule.changed", { ...rule });
      await recordAudit(transaction, actorOf(call), entry);
    });
    await queueTestEvaluation(context, projectId);
    return { data: presentRule(await flakinessRuleOf(context.db, projectId)) };
  });

  api.route(previewFlakinessRule, async ({ context: { db }, projectId, body: { rule }, now }) => ({
    data: await previewRule(db, projectId, { rule, now }),
  }));
}

function presentRule(rule: FlakinessRule) {
  const [input, defaults] = [writable(rule), writable(defaultFlakinessRule)];
  return { rule: input, isDefault: JSON.stringify(input) === JSON.stringify(defaults), defaults };
}

function writable(rule: FlakinessRule) {
  return { ...rule, mainBranches: [...rule.mainBranches] };
}
