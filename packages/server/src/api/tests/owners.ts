import { readOwnerRules as readRules } from "@plumb/analysis/owners/owner-rules.ts";
import {
  changeOwnerRules,
  listOwners,
  type OwnerRules,
  previewOwnerRules,
  readOwnerRules,
  setTestOwner,
} from "@plumb/contract/tests/owners.ts";
import { ApiError } from "#core/api-error.ts";
import type { Api } from "#http/api.ts";
import { actorOf } from "#http/actor.ts";
import { signedIn } from "#http/caller.ts";
import { recordAudit } from "#store/administration/audit.ts";
import {
  changeOwnerRules as changeRules,
  ownerRulesOf,
  setTestOwner as setOwner,
  type StoredOwnerRules,
  testsByOwner,
} from "#store/tests/owners.ts";
import { previewOwners, queueOwners } from "#tests/assign-owners.ts";
import { projectAuditEntry, recordTestAudit } from "./policy-audit.ts";
import { noTest } from "./tests.ts";

export function ownerRoutes(api: Api<"bus" | "clock" | "db" | "threads">): void {
  api.route(readOwnerRules, async ({ context: { db }, projectId }) => ({
    data: presentRules(await ownerRulesOf(db, projectId)),
  }));

  api.route(changeOwnerRules, async (call) => {
    const { context, projectId, caller, now } = call;
    const { rules, version } = call.body;
    await context.db.transaction().execute(async (transaction) => {
      const userId = signedIn(caller).user.id;
      if (!(await changeRules(transaction, projectId, { rules, version, userId, now })))
        throw new ApiError(
          "conflict",
          "Another user changed the rules since you opened them. Nothing was saved; copy yours, and open them again.",
        );
      const detail = { version: version + 1, lines: rules.split("\n").length };
      await recordAudit(
        transaction,
        actorOf(call),
        await projectAuditEntry(transaction, projectId, "owner_rules.changed", detail),
      );
    });
    await queueOwners(context, projectId);
    return { data: presentRules(await ownerRulesOf(context.db, projectId)) };
  });

  api.route(previewOwnerRules, async ({ context, projectId, body: { rules } }) => ({
    data: await previewOwners(context, projectId, rules),
  }));

  api.route(listOwners, async ({ context: { db }, projectId }) => {
    const all = await testsByOwner(db, projectId);
    const data = all.flatMap(({ owner, tests }) => (owner === null ? [] : [{ owner, tests }]));
    return { data, unowned: all.find(({ owner }) => owner === null)?.tests ?? 0 };
  });

  api.route(setTestOwner, async (call) => {
    const { context, projectId, body } = call;
    const { testId } = call.params;
    const owner = await context.db.transaction().execute(async (transaction) => {
      const set = await setOwner(transaction, projectId, testId, body.owner);
      if (set === false) throw new ApiError("not_found", noTest);
      const detail = { owner: set ?? "none" };
      await recordAudit(
        transaction,
        actorOf(call),
        await recordTestAudit(transaction, projectId, testId, "test.owner_changed", detail),
      );
      return set;
    });
    await queueOwners(context, projectId);
    return { data: { owner } };
  });
}

function presentRules({ rules, version, changedBy, changedAt }: StoredOwnerRules): OwnerRules {
  const { problems } = readRules(rules);
  return { rules, version, changedBy, changedAt: changedAt?.toISOString() ?? null, problems: [...problems] };
}
