import { expect, test } from "vitest";
import { readRows, runStatement } from "#testing/database.ts";
import { createTestApp } from "#testing/app.ts";
import { rowsFetched } from "#testing/rows-fetched.ts";
import { startRules } from "#testing/rule-project.ts";
import { failingSince } from "./failing-since.ts";
import { seenCauses } from "./seen-causes.ts";

test("earlier failures of a cause are found without reading all of them", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await project.addRule({ events: ["cause.new"] });
  await project.run("b1", { pays: "Error: no voucher" }, { branch: "feature/x" });
  await project.run("b2", {}, { branch: "main" });
  await project.run("b3", { pays: "Error: no voucher" }, { branch: "main" });
  const { db } = plumb.context;
  const { projectId } = project;
  const [last] = await readRows<{ runId: number; groupId: number }>(
    db,
    `select max(f.run_id)::float8 as "runId", max(s.group_id)::float8 as "groupId" from failure f join failure_signature s on s.project_id = f.project_id and s.id = f.signature_id`,
  );
  const input = last ?? { runId: 0, groupId: 0 };
  const read = async () => {
    const seen = await seenCauses(db, projectId, [input], false);
    expect(seen).toMatchObject([{ ...input, suite: "api", branch: "feature/x", tags: [] }]);
    return rowsFetched(db, ["failure", "run", "failure_signature"], async (transaction) => {
      await seenCauses(transaction, projectId, [input], false);
      await failingSince(transaction, projectId, { runId: input.runId, groupIds: [input.groupId] });
    });
  };
  const before = await read();
  // The branch failed with the cause thousands of times.
  await runStatement(
    db,
    `insert into failure (project_id, run_id, result_id, test_id, signature_id, flaky, failed_at, revision, history_key)
     select project_id, run_id, 1000000 + n, test_id, signature_id, flaky, failed_at + n * interval '1 millisecond', revision, history_key
       from (select * from failure where project_id = ${projectId} order by run_id limit 1) one, generate_series(1, 20000) n`,
  );
  await runStatement(db, "analyze failure");
  expect(await read()).toBeLessThan(before + 50);
});
