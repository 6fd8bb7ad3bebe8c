import { dayMs } from "@plumb/contract/durations.ts";
import {
  listQuarantined,
  longestQuarantineDays,
  type QuarantineDraft,
  quarantineTest,
  quarantineTexts,
  releaseTest,
} from "@plumb/contract/tests/quarantine.ts";
import { ApiError, refusedFields } from "#core/api-error.ts";
import type { Api } from "#http/api.ts";
import { actorOf } from "#http/actor.ts";
import { signedIn } from "#http/caller.ts";
import { type Actor, recordAudit } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
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
    const { projectId, body, now } = call;
    const { db, bus } = call.context;
    const { testId } = call.params;
    checkEnd(body, now);
    if ((await testRow(db, projectId, testId)) === null) throw new ApiError("not_found", noTest);
    await db
      .transaction()
      .execute((transaction) => startQuarantine(transaction, changerOf(call), { projectId, testId }, body));
    const stored = (await openQuarantines(db, projectId, [testId])).get(testId);
    if (stored === undefined)
      throw new ApiError("conflict", "Another user has just ended this quarantine. Nothing was saved.");
    bus.publish({ about: "trends", projectId });
    return { data: presentQuarantine(stored) };
  });

  api.route(releaseTest, async (call) => {
    const { projectId } = call;
    const { db, bus } = call.context;
    const { testId } = call.params;
    const id = await db
      .transaction()
      .execute((transaction) => endQuarantine(transaction, changerOf(call), { projectId, testId }));
    const released = (await quarantinesOfTest(db, projectId, testId)).find((row) => row.id === id);
    if (released === undefined) throw new ApiError("not_found", "The test is not in quarantine.");
    bus.publish({ about: "trends", projectId });
    return { data: presentQuarantineRow(released) };
  });
}

interface Changer {
  readonly userId: number;
  readonly actor: Actor;
}

interface OfTest {
  readonly projectId: number;
  readonly testId: number;
}

export function changerOf(call: Parameters<typeof actorOf>[0]): Changer {
  return { userId: signedIn(call.caller).user.id, actor: actorOf(call) };
}

/** Refuses an end that has passed or is too far away. */
export function checkEnd({ endsAt }: QuarantineDraft, now: Date): void {
  if (endsAt === null) return;
  const end = new Date(endsAt);
  if (end <= now) throw refusedFields({ endsAt: quarantineTexts.past });
  if (end.getTime() > now.getTime() + longestQuarantineDays * dayMs)
    throw refusedFields({ endsAt: quarantineTexts.long });
}

/** Puts a test in quarantine or changes its quarantine, and records it. */
export async function startQuarantine(
  transaction: Db,
  { userId, actor }: Changer,
  { projectId, testId }: OfTest,
  { kind, reason, owner, endsAt, releaseAfter }: QuarantineDraft,
): Promise<void> {
  const end = endsAt === null ? null : new Date(endsAt);
  const draft = { kind, reason, owner, endsAt: end, releaseAfter };
  await storeQuarantine(transaction, projectId, testId, { ...draft, userId, now: actor.now });
  const detail = { kind, reason, owner, endsAt, releaseAfter };
  await recordAudit(
    transaction,
    actor,
    await recordTestAudit(transaction, projectId, testId, "quarantine.started", detail),
  );
}

/** Ends the quarantine of a test and records it. Returns its id, or `null` if there is none. */
export async function endQuarantine(
  transaction: Db,
  { userId, actor }: Changer,
  { projectId, testId }: OfTest,
): Promise<number | null> {
  const ended = await releaseQuarantine(transaction, projectId, testId, { userId, now: actor.now });
  if (ended !== null)
    await recordAudit(
      transaction,
      actor,
      await recordTestAudit(transaction, projectId, testId, "quarantine.ended", {}),
    );
  return ended;
}
