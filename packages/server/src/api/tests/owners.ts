import { readOwnerRules as readRules } from "@plumb/analysis/owners/owner-rules.ts";
import {
  changeOwnerRules,
  listOwners,
  type OwnerRules,
  previewOwnerRules,
  readOwnerRules,
  setTestOwner,
} from "@plumb/contract/tests/owners.ts";
import { Failure } from "#core/failure.ts";
import type { Api } from "#http/api.ts";
import { signedIn } from "#http/caller.ts";
import {
  changeOwnerRules as changeRules,
  ownerRulesOf,
  setTestOwner as setOwner,
  type StoredOwnerRules,
  testsByOwner,
} from "#store/tests/owners.ts";
import { previewOwners, queueOwners } from "#tests/assign-owners.ts";
import { noTest } from "./tests.ts";

export function ownerRoutes(api: Api<"bus" | "clock" | "db" | "threads">): void {
  api.route(readOwnerRules, async ({ context: { db }, projectId }) => ({
    data: presentRules(await ownerRulesOf(db, projectId)),
  }));

  api.route(changeOwnerRules, async ({ context, projectId, body: { rules, version }, caller, now }) => {
    const changed = await changeRules(context.db, projectId, { rules, version, userId: signedIn(caller).user.id, now });
    if (!changed)
      throw new Failure(
        "conflict",
        "Somebody changed the rules since you opened them. Nothing was saved; copy yours, and open them again.",
      );
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

  api.route(setTestOwner, async ({ context, projectId, params: { testId }, body }) => {
    const owner = await setOwner(context.db, projectId, testId, body.owner);
    if (owner === false) throw new Failure("not_found", noTest);
    await queueOwners(context, projectId);
    return { data: { owner } };
  });
}

function presentRules({ rules, version, changedBy, changedAt }: StoredOwnerRules): OwnerRules {
  const { problems } = readRules(rules);
  return { rules, version, changedBy, changedAt: changedAt?.toISOString() ?? null, problems: [...problems] };
}
