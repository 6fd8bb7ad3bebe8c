import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Backups } from "@plumb/contract/administration/backups.ts";
import type { Notification } from "@plumb/contract/people/notifications.ts";
import { hourMs } from "@plumb/contract/durations.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { makeBackupJob } from "#jobs/handlers/make-backup.ts";
import { startBackupsJob } from "#jobs/handlers/start-backups.ts";
import { insertScheduled } from "#store/jobs/queue.ts";
import { call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { restoreLatest, temporaryFolder } from "#testing/backups.ts";
import { countRows, rowsOf, runStatement } from "#testing/database.ts";
import { seedPerson } from "#testing/people.ts";
import { openBackupTarget } from "./backup-target.ts";
import { runBackup } from "./run-backup.ts";
import { lockTarget } from "./target-lock.ts";

const schedule = { enabled: true, weekday: null, time: "02:30", timeZone: "Europe/Berlin", keep: 2 };

/** Starts a server with a target, on 2026-03-04 at 10:00 UTC. */
async function serverWithTarget() {
  const folder = temporaryFolder();
  const plumb = await createTestApp({ backups: folder.path });
  const { token } = await seedProject(plumb);
  return {
    plumb,
    token,
    target: folder.path,
    read: async () => (await call<{ data: Backups }>(plumb, "GET", "/api/backups", { token })).body.data,
    async [Symbol.asyncDispose]() {
      await plumb[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** Moves the clock and runs what is due. */
async function runAt(plumb: TestApp, time: string): Promise<void> {
  plumb.time.now = new Date(time);
  await insertScheduled(plumb.context.db, { kind: "start-backups", now: plumb.time.now, dueAt: plumb.time.now });
  await runJobs(plumb.context, [startBackupsJob, makeBackupJob]);
}

test("backups are made at their time, and the latest are kept", async () => {
  await using server = await serverWithTarget();
  const { plumb, token, read } = server;
  const saved = await call(plumb, "PUT", "/api/backups/schedule", { token, body: schedule });
  expect(saved).toMatchObject({ status: 200, body: { data: schedule } });
  await runAt(plumb, "2026-03-04T10:01:00Z");
  expect(await read()).toMatchObject({
    stored: [],
    attempts: [],
    nextAt: "2026-03-05T01:30:00.000Z",
    lastSuccessAt: null,
  });
  for (const day of [5, 6, 7]) {
    await runAt(plumb, `2026-03-0${day}T01:29:00Z`);
    await runAt(plumb, `2026-03-0${day}T01:30:30Z`);
    await runAt(plumb, `2026-03-0${day}T01:32:00Z`);
  }
  const names = ["2026-03-07T01-30-30-000Z", "2026-03-06T01-30-30-000Z"];
  const backups = await read();
  expect(backups).toMatchObject({
    target: server.target,
    state: "idle",
    overdueSince: null,
    lastSuccessAt: "2026-03-07T01:30:30.000Z",
    stored: names.map((name) => ({ name, plumb: "0.0.0-test", lostFiles: 0 })),
    broken: [],
  });
  expect(backups.attempts.map(({ name, error, requestedBy }) => ({ name, error, requestedBy }))).toEqual(
    [...names, "2026-03-05T01-30-30-000Z"].map((name) => ({ name, error: null, requestedBy: null })),
  );
  await using restored = await restoreLatest(server.target);
  expect(await countRows(restored.db, "project")).toBe(1);
  // Attempts describe the other server.
  expect(await countRows(restored.db, "backup_attempt")).toBe(0);
});

test("administrators start a backup, once at a time, and the audit names them", async () => {
  await using server = await serverWithTarget();
  const { plumb, token, read } = server;
  const start = () => call(plumb, "POST", "/api/backups", { token });
  expect((await start()).status).toBe(200);
  expect(await read()).toMatchObject({ state: "queued" });
  expect(await start()).toMatchObject({ status: 409, body: { error: "A backup is already running." } });
  await runJobs(plumb.context, [makeBackupJob]);
  const backups = await read();
  expect(backups).toMatchObject({ state: "idle", attempts: [{ requestedBy: "admin@example.test", error: null }] });
  expect(backups.stored).toHaveLength(1);
  expect((await start()).status).toBe(200);
  const audit = await call<{ data: object[] }>(plumb, "GET", "/api/audit?action=backup.requested", { token });
  expect(audit.body.data).toMatchObject([{ actorEmail: "admin@example.test" }, { targetName: "Backups" }]);
});

test("a failed backup is reported once, repeated every hour, and leaves nothing", async () => {
  await using server = await serverWithTarget();
  const { plumb, token, read } = server;
  await call(plumb, "PUT", "/api/backups/schedule", { token, body: schedule });
  const lead = await seedPerson(plumb, "lead", { role: "USER" });
  rmSync(server.target, { recursive: true });
  writeFileSync(server.target, "a file instead of the folder");
  await runAt(plumb, "2026-03-05T01:30:00Z");
  await runAt(plumb, "2026-03-05T02:00:00Z");
  await runAt(plumb, "2026-03-05T02:31:00Z");
  const failed = await read();
  expect(failed.attempts).toMatchObject([{ name: null }, { name: null }]);
  expect(failed.attempts[0]?.error).toMatch(/^The backup to .* failed: a part of its path is a file\.$/);
  expect(failed.targetError).not.toBeNull();
  plumb.time.now = new Date("2026-03-05T05:00:00Z");
  expect(await read()).toMatchObject({ lastSuccessAt: null, overdueSince: "2026-03-05T01:30:00.000Z" });
  const titles = async (of: string) =>
    (await call<{ data: Notification[] }>(plumb, "GET", "/api/notifications", { token: of })).body.data.map(
      ({ title }) => title,
    );
  expect(await titles(token)).toEqual(["A backup failed"]);
  expect(await titles(lead.token)).toEqual([]);

  rmSync(server.target);
  await runAt(plumb, "2026-03-05T05:01:00Z");
  expect(await read()).toMatchObject({ lastSuccessAt: "2026-03-05T05:01:00.000Z", overdueSince: null, broken: [] });
  expect(await rowsOf(plumb.context.db, "job")).not.toContainEqual(expect.objectContaining({ state: "failed" }));
});

test("a backup of a server that died is repeated, and its remains are removed", async () => {
  await using server = await serverWithTarget();
  const { plumb, read, token } = server;
  await call(plumb, "POST", "/api/backups", { token });
  await runStatement(
    plumb.context.db,
    "update job set state = 'running', writer = 1, attempts = 1 where kind = 'make-backup'",
  );
  await runStatement(plumb.context.db, "insert into backup_attempt (started_at) values ('2026-03-04T09:00:00Z')");
  expect((await read()).attempts).toMatchObject([{ endedAt: null }]);
  await openBackupTarget(server.target).blobs.putBytes(1, "f".repeat(64), Buffer.from("left over"));
  await runJobs(plumb.context, [makeBackupJob]);
  const { attempts, broken, stored } = await read();
  expect(attempts.map(({ error }) => error)).toEqual([null, "The server stopped during the backup."]);
  expect({ broken, stored: stored.length }).toEqual({ broken: [], stored: 1 });
  expect(await openBackupTarget(server.target).blobs.size(1, "f".repeat(64))).toBeNull();
});

test("a stop interrupts the backup, which is repeated without a failed attempt", async () => {
  await using server = await serverWithTarget();
  const { plumb, read, target } = server;
  const stop = new AbortController();
  const { context } = plumb;
  const stopping = {
    ...context,
    openForBackup: async () => {
      const opened = await context.openForBackup();
      stop.abort(new Error("The server stops."));
      return opened;
    },
  };
  const attempt = { requestedBy: null, signal: stop.signal, mayRepeat: true };
  await expect(runBackup(stopping, attempt)).rejects.toThrow("The server stops.");
  expect(await read()).toMatchObject({ attempts: [], stored: [], broken: [] });
  expect(readdirSync(target)).toEqual([]);
});

test("a locked target is tried again, and then reported", async () => {
  await using server = await serverWithTarget();
  const { plumb, read, target, token } = server;
  await using _lock = await lockTarget(openBackupTarget(target));
  await call(plumb, "POST", "/api/backups", { token });
  await runJobs(plumb.context, [makeBackupJob]);
  expect(await read()).toMatchObject({ state: "queued", attempts: [] });
  for (let attempt = 0; attempt < 8; attempt++) {
    plumb.time.now = new Date(plumb.time.now.getTime() + hourMs);
    await runJobs(plumb.context, [makeBackupJob]);
  }
  const { attempts, state } = await read();
  expect(state).toBe("idle");
  expect(attempts).toHaveLength(1);
  expect(attempts[0]?.error).toMatch(/is in use: a backup is being written there/);
});

test("a backup is complete and has a warning if old backups cannot be removed", async () => {
  await using server = await serverWithTarget();
  const { plumb, read, target, token } = server;
  await call(plumb, "POST", "/api/backups", { token });
  await runJobs(plumb.context, [makeBackupJob]);
  const [first] = (await read()).stored;
  writeFileSync(join(target, first?.name ?? "", "manifest.json"), "damaged");
  plumb.time.now = new Date(plumb.time.now.getTime() + hourMs);
  await call(plumb, "POST", "/api/backups", { token });
  await runJobs(plumb.context, [makeBackupJob]);
  const { attempts, broken } = await read();
  expect(attempts[0]).toMatchObject({
    error: null,
    pruneError: expect.stringMatching(/^Nothing was removed.*delete this folder\.$/) as string,
  });
  expect(broken).toMatchObject([{ name: first?.name, state: "unreadable" }]);
  const { body } = await call<{ data: Notification[] }>(plumb, "GET", "/api/notifications", { token });
  expect(body.data.map(({ title }) => title)).toEqual(["Old backups were not removed"]);
});

test("without a target, no backup can be started", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const { body } = await call<{ data: Backups }>(plumb, "GET", "/api/backups", { token });
  expect(body.data).toMatchObject({
    target: null,
    nextAt: null,
    overdueSince: null,
    stored: [],
    schedule: { enabled: false },
  });
  expect(await call(plumb, "POST", "/api/backups", { token })).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("Set PLUMB_BACKUPS") as string },
  });
});

test.for([
  [{ time: "25:00" }, /time such as 02:30/],
  [{ timeZone: "Mars/Olympus" }, /Unknown time zone/],
  [{ keep: 0 }, /Keep from 1 to 365/],
  [{ keep: 1.5 }, /Keep from 1 to 365/],
  [{ weekday: "someday" }, /weekday/],
] as const)("a schedule with %j is rejected", async ([change, message]) => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const { status, body } = await call(plumb, "PUT", "/api/backups/schedule", {
    token,
    body: { ...schedule, ...change },
  });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toMatch(message);
});
