import { expect, test } from "vitest";
import { countRows, createTestDatabase } from "#testing/database.ts";
import { createAttemptLimit } from "./attempt-limit.ts";

const start = new Date("2026-03-04T10:00:00.000Z");
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);

test("attempts are counted per key and across replicas until the window ends", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const [one, other] = [0, 1].map(() => createAttemptLimit("sign-in", { max: 3, windowMs: 60_000 }));
  let reached = 0;
  const attempt = (key: string, now: Date) => ({ db, key, now, onLimit: () => void (reached += 1) });
  await one?.count(attempt("mira", start));
  await other?.count(attempt("mira", after(10)));
  await one?.count(attempt("mira", after(20)));

  await expect(other?.count(attempt("mira", after(30)))).rejects.toMatchObject({
    code: "rate_limited",
    message: "Too many attempts. Try again in 30 seconds.",
  });
  await expect(one?.count(attempt("mira", after(59)))).rejects.toThrow("Try again in 1 second.");
  expect(reached).toBe(1);
  await one?.count(attempt("lena", after(30)));
  await createAttemptLimit("password reset", { max: 1, windowMs: 60_000 }).count(attempt("mira", after(30)));
  await one?.count(attempt("mira", after(60)));
});

test("a successful attempt resets the count", async () => {
  await using database = await createTestDatabase();
  const limit = createAttemptLimit("sign-in", { max: 1, windowMs: 60_000 });
  const attempt = { db: database.db, key: "mira", now: start };
  await limit.count(attempt);
  await limit.forget(attempt);
  await limit.count(attempt);
});

test("concurrent attempts are all counted", async () => {
  await using database = await createTestDatabase();
  const limit = createAttemptLimit("sign-in", { max: 10, windowMs: 60_000 });
  const attempts = Array.from({ length: 30 }, () => limit.count({ db: database.db, key: "mira", now: start }));
  const outcomes = await Promise.allSettled(attempts);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
});

test("windows that have ended are deleted by later attempts", async () => {
  await using database = await createTestDatabase();
  const limit = createAttemptLimit("sign-in", { max: 10, windowMs: 60_000 });
  for (let index = 0; index < 25; index += 1) await limit.count({ db: database.db, key: `guess ${index}`, now: start });
  expect(await countRows(database.db, "attempt_window")).toBe(25);
  for (let index = 0; index < 3; index += 1) await limit.count({ db: database.db, key: "mira", now: after(61) });
  expect(await countRows(database.db, "attempt_window")).toBe(1);
});
