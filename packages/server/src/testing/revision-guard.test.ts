import { expect, test } from "vitest";
import { inTransaction } from "#store/in-transaction.ts";
import { runStatement } from "./database.ts";
import { failingProject } from "./failing-project.ts";
import { sql } from "kysely";

const failed: [string, string, string][] = [["cart", "opens", "expected 4 to be 5"]];

/** Statements that change rows of a read model and forget its revision. */
const forgetful = [
  "update result set duration_ms = 9",
  "update failure set gone = not gone",
  "update failure_signature set last_seen = now()",
  "update failure_group set pinned = true",
  "update run set removed_at = now()",
  "update counted_run set total = total + 1",
  `insert into run_owner (project_id, run_id, owner, total, passed, failed, skipped, flaky, first_passed, quarantined, flaky_us)
   select project_id, run_id, 'ada', 1, 0, 1, 0, 0, 0, 0, 0 from counted_run`,
  "update test_activity set last_day = last_day + 1",
  "update test set owner_hand = 'ada'",
];

test.for(forgetful)("fails a transaction that does not raise the revision: %s", async (statement) => {
  await using shop = await failingProject();
  await shop.run(failed, { author: "bob" });
  const { db } = shop.plumb.context;
  await expect(inTransaction(db, (transaction) => sql.raw(statement).execute(transaction))).rejects.toThrow(
    "its transaction did not raise revision_guard.",
  );
});

test("lets a transaction pass that raises the revision, or writes a state that no request creates", async () => {
  await using shop = await failingProject();
  await shop.run(failed);
  const { db } = shop.plumb.context;
  await inTransaction(db, async (transaction) => {
    await sql`update result set duration_ms = 9`.execute(transaction);
    await sql`update run set revision = revision + 1`.execute(transaction);
  });
  await runStatement(db, "update result set duration_ms = 10");
});

test("ignores columns that no read model has", async () => {
  await using shop = await failingProject();
  await shop.run(failed);
  await inTransaction(shop.plumb.context.db, (transaction) =>
    sql`update failure set incident_id = null, revision = 7`.execute(transaction),
  );
});
