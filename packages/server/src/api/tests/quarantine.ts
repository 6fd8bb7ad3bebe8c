import { dayMs } from "@plumb/contract/durations.ts";
import {
  listQuarantined,
  longestQuarantineDays,
  quarantineTest,
  quarantineTexts,
  releaseTest,
} from "@plumb/contract/tests/quarantine.ts";
import { ApiError, refusedFields } from "#core/api-error.ts";
import type { Api } from "#http/api.ts";
import { actorOf } from "#http/actor.ts";
import { signedIn } from "#http/caller.ts";
import { recordAudit } from "#store/administration/audit.ts";
import {
  storeQuarantine,
  openQuarantines,
  quarantinedTests,
  quarantinesOfTest,
  releaseQuarantine,
} from "#store/tests/quarantine.ts";
import { testRow } from "#store/tests/test-list.ts";
import { recordTestAudit } from "./policy-audit.ts";
import { presentQuarantine, presentQuarantineRow } from "./present-tests.ts";
import { noTest } from "./tests.ts";

export function quarantineRoutes(api: Api<"bus" | "db">): void {
  api.read(listQuarantined, async ({ context: { db }, projectId, now }) => {
    const tests = await quarantinedTests(db, projectId, now);
    const data = tests.map((test) => ({ ...test, endsAt: test.endsAt?.toISOString() ?? null }));
    return { data, asOf: now.toISOString() };
  });

  api.route(quarantineTest, async (call) => {
    const { projectId, body, caller, now } = call;
    const { db, bus } = call.context;
    const { testId } = call.params;
    const endsAt = body.endsAt === null ? null : new Date(body.endsAt);
    if (endsAt !== null && endsAt <= now) throw refusedFields({ endsAt: quarantineTexts.past });
    if (endsAt !== null && endsAt.getTime() > now.getTime() + longestQuarantineDays * dayMs)
      throw refusedFields({ endsAt: quarantineTexts.long });
    if ((await testRow(db, projectId, testId)) === null) throw new ApiError("not_found", noTest);
    await db.transaction().execute(async (transaction) => {
      await storeQuarantine(transaction, projectId, testId, { ...body, endsAt, userId: signedIn(caller).user.id, now });
      const { kind, reason, owner, releaseAfter } = body;
      const detail = { kind, reason, owner, endsAt: body.endsAt, releaseAfter };
      await recordAudit(
        transaction,
        actorOf(call),
        await recordTestAudit(transaction, projectId, testId, "quarantine.started", detail),
      );
    });
    const stored = (await openQuarantines(db, projectId, [testId])).get(testId);
    if (stored === undefined)
      throw new ApiError("conflict", "Another user has just ended this quarantine. Nothing was saved.");
    bus.publish({ about: "trends", projectId });
    return { data: presentQuarantine(stored) };
  });

  api.route(releaseTest, async (call) => {
    const { projectId, caller, now } = call;
    const { db, bus } = call.context;
    const { testId } = call.params;
    const id = await db.transaction().execute(async (transaction) => {
      const ended = await releaseQuarantine(transaction, projectId, testId, { userId: signedIn(caller).user.id, now });
      if (ended !== null)
        await recordAudit(
          transaction,
          actorOf(call),
          await recordTestAudit(transaction, projectId, testId, "quarantine.ended", {}),
        );
      return ended;
    });
    const released = (await quarantinesOfTest(db, projectId, testId)).find((row) => row.id === id);
    if (released === undefined) throw new ApiError("not_found", "The test is not in quarantine.");
    bus.publish({ about: "trends", projectId });
    return { data: presentQuarantineRow(released) };
  });
}
