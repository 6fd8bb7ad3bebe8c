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
import { presentRules, saveRules } from "#api/projects/project-rules.ts";
import { recordAudit } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
import { rulesOf } from "#store/projects/project-rules.ts";
import { setTestOwner as setOwner, testsByOwner } from "#store/tests/owners.ts";
import { previewOwners, queueOwners } from "#tests/assign-owners.ts";
import { recordTestAudit } from "./policy-audit.ts";
import { noTest } from "./tests.ts";

export function ownerRoutes(api: Api<"bus" | "clock" | "db" | "threads">): void {
  api.route(readOwnerRules, async ({ context: { db }, projectId }) => ({
    data: await ownerRules(db, projectId),
  }));

  api.route(changeOwnerRules, async (call) => {
    const { context, projectId } = call;
    await context.db
      .transaction()
      .execute((transaction) => saveRules(transaction, call, { table: "owner_rules", action: "owner_rules.changed" }));
    await queueOwners(context, projectId);
    return { data: await ownerRules(context.db, projectId) };
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

async function ownerRules(db: Db, projectId: number): Promise<OwnerRules> {
  const stored = await rulesOf(db, "owner_rules", projectId);
  return presentRules(stored, readRules(stored.rules).problems);
}
