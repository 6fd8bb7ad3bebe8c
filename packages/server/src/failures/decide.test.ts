import { expect, test } from "vitest";
import { failingProject } from "#testing/failing-project.ts";
import { readRows } from "#testing/database.ts";
import { reachOf, reclassify, undo } from "./decide.ts";

test("two concurrent decisions: undoing the second restores the first", async () => {
  await using project = await failingProject();
  const { plumb, projectId } = project;
  const { db } = plumb.context;
  await project.run([["cart", "empties", "it broke"]]);
  const [failure] = await readRows<{ id: number }>(db, `select result_id as id from failure`);
  const reach = await reachOf(db, projectId, failure?.id ?? 0, "failure");
  const decider = { projectId, userId: null, now: plumb.time.now };
  const say = (name: "Automation Script Error" | "Environment Issue") =>
    db
      .transaction()
      .execute((transaction) => reclassify(transaction, decider, { class: name, subClass: null }, reach, "failure"));
  await say("Environment Issue");
  const second = await say("Automation Script Error");
  await db.transaction().execute((transaction) => undo(transaction, decider, second));
  expect(await readRows(db, "select class from failure")).toEqual([{ class: "Environment Issue" }]);
});
