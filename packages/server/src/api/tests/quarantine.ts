import {
  listQuarantined,
  longestQuarantineDays,
  quarantineTest,
  quarantineTexts,
  releaseTest,
} from "@plumb/contract/tests/quarantine.ts";
import { Failure, refusedFields } from "#core/failure.ts";
import type { Api } from "#http/api.ts";
import { signedIn } from "#http/caller.ts";
import {
  keepQuarantine,
  openQuarantines,
  quarantinedTests,
  quarantinesOfTest,
  releaseQuarantine,
} from "#store/tests/quarantine.ts";
import { testRow } from "#store/tests/test-list.ts";
import { presentQuarantine, presentQuarantineRow } from "./present-tests.ts";
import { noTest } from "./tests.ts";

const dayMs = 86_400_000;

export function quarantineRoutes(api: Api<"bus" | "db">): void {
  api.route(listQuarantined, async ({ context: { db }, projectId, now }) => {
    const tests = await quarantinedTests(db, projectId, now);
    const data = tests.map((test) => ({ ...test, endsAt: test.endsAt?.toISOString() ?? null }));
    return { data, asOf: now.toISOString() };
  });

  api.route(quarantineTest, async ({ context: { db, bus }, projectId, params: { testId }, body, caller, now }) => {
    const endsAt = body.endsAt === null ? null : new Date(body.endsAt);
    if (endsAt !== null && endsAt <= now) throw refusedFields({ endsAt: quarantineTexts.past });
    if (endsAt !== null && endsAt.getTime() > now.getTime() + longestQuarantineDays * dayMs)
      throw refusedFields({ endsAt: quarantineTexts.long });
    if ((await testRow(db, projectId, testId)) === null) throw new Failure("not_found", noTest);
    await keepQuarantine(db, projectId, testId, { ...body, endsAt, userId: signedIn(caller).user.id, now });
    const kept = (await openQuarantines(db, projectId, [testId])).get(testId);
    if (kept === undefined) throw new Failure("conflict", "The quarantine was ended at this moment. Nothing was kept.");
    bus.publish({ about: "trends", projectId });
    return { data: presentQuarantine(kept) };
  });

  api.route(releaseTest, async ({ context: { db, bus }, projectId, params: { testId }, caller, now }) => {
    const id = await releaseQuarantine(db, projectId, testId, { userId: signedIn(caller).user.id, now });
    const released = (await quarantinesOfTest(db, projectId, testId)).find((row) => row.id === id);
    if (released === undefined) throw new Failure("not_found", "The test is not in quarantine.");
    bus.publish({ about: "trends", projectId });
    return { data: presentQuarantineRow(released) };
  });
}
