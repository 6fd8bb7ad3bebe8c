import { expect, test } from "vitest";
import { openDatabase } from "#store/db.ts";
import { migrate } from "#store/migrate.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { shiftTimes } from "./shift-times.ts";

interface Times {
  readonly day: string;
  readonly started: string;
  readonly received: string;
  readonly removed: string | null;
  readonly expires: string;
  readonly created: string;
}

test("times and days move together, missing times stay missing, and past ones are not moved into the future", async () => {
  // Like a restored database, which no server has opened yet.
  await using database = await openDatabase({ url: undefined, folder: null });
  const { db } = database;
  await migrate(db);
  await runStatement(
    db,
    "insert into project (name, type, created_at) values ('Shop', 'playwright', '2026-03-01T08:00:00Z')",
  );
  await runStatement(
    db,
    `insert into run (project_id, number, suite, framework, environment, key, status, started_at, counted_day, last_event_at)
     values (1, 1, 'web', 'playwright', 'staging', 'a', 'completed', '2026-03-01T02:00:00Z', '2026-03-01', '2026-03-01T20:00:00Z')`,
  );
  await runStatement(
    db,
    "insert into user_account (username, email, password_hash, role) values ('a', 'a@example.test', '', 'ADMIN')",
  );
  await runStatement(
    db,
    "insert into session (token_hash, user_id, expires_at) values ('\\x00', 1, '2026-03-02T20:00:00Z')",
  );
  const now = new Date("2026-03-06T10:00:00Z");
  await shiftTimes(db, { days: 5, madeAt: new Date("2026-03-01T21:00:00Z"), now });
  const [times] = await readRows<Times>(
    db,
    `select r.counted_day::text as day, to_json(r.started_at at time zone 'UTC') as started, to_json(r.last_event_at at time zone 'UTC') as received,
            r.removed_at as removed, to_json(s.expires_at at time zone 'UTC') as expires, to_json(p.created_at at time zone 'UTC') as created
       from run r, session s, project p`,
  );
  expect(times).toEqual({
    day: "2026-03-06",
    started: "2026-03-06T02:00:00",
    received: "2026-03-06T10:00:00",
    removed: null,
    expires: "2026-03-07T20:00:00",
    created: "2026-03-06T10:00:00",
  });
});
