import { expect, test } from "vitest";
import type { Db } from "#store/db.ts";
import { createTestDatabase, readRows, runStatement } from "#testing/database.ts";
import { hasSeveralTransactions, overlap } from "#testing/overlap.ts";
import { projectWithNewRun, seedRuns } from "#testing/runs.ts";
import { moveSuiteState } from "./suite-states.ts";

test.runIf(hasSeveralTransactions)(
  "if the last two runs resume at the same time, the suite has the state of the run before them",
  async () => {
    await using database = await createTestDatabase();
    const { db } = database;
    const { projectId } = await projectWithNewRun(db);
    const key = { suite: "shop", environment: "staging", branch: "main" };
    const [before = 0, second = 0, last = 0] = await seedRuns(db, projectId, [key, key, key]);
    const goesOn = (runId: number) => async (transaction: Db) => {
      await runStatement(transaction, `update run set status = 'running' where id = ${runId}`);
      await moveSuiteState(transaction, { projectId, runId }, key);
    };
    await overlap(db, goesOn(second), () => db.transaction().execute(goesOn(last)));
    expect(await readRows(db, `select run_id as "runId" from suite_state`)).toEqual([{ runId: before }]);
  },
);
