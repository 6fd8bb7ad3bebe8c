import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type BackupTarget, openBackupTarget } from "./backup-target.ts";
import { listBackups } from "./list-backups.ts";
import { pruneBackups } from "./prune-backups.ts";
import { lockTarget, TargetInUse } from "./target-lock.ts";
import { createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { backUp, restoreLatest, temporaryFolder } from "#testing/backups.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { playwright } from "#testing/reports.ts";

let plumb: TestApp;
let key: string;
let folder: ReturnType<typeof temporaryFolder>;
let target: BackupTarget;
let day: number;

beforeEach(async () => {
  plumb = await createTestApp();
  ({ key } = await seedProject(plumb));
  folder = temporaryFolder();
  target = openBackupTarget(folder.path);
  day = 0;
});
afterEach(async () => {
  await plumb[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

async function upload(name: string): Promise<number> {
  const attachments = [{ name: "screen.txt", contentType: "text/plain", path: "/ci/screen.txt" }];
  const report = playwright([{ title: "adds", attempts: ["failed"], attachments }]);
  const { body } = await send(
    plumb,
    key,
    { "report.json": report, "screen.txt": `screenshot of ${name}` },
    { build: name },
  );
  return body.data.reportId;
}

/** Makes a backup on the next day, and returns its name. */
async function backUpNextDay(): Promise<string> {
  return (await backUp(plumb, folder.path, new Date(Date.UTC(2026, 2, ++day)))).name;
}

async function storedHashes(): Promise<string[]> {
  const projects = await target.blobs.projects();
  const pages = await Promise.all(projects.map((projectId) => target.blobs.list(projectId, "", 1000)));
  return pages.flatMap(({ blobs }) => blobs.map(({ hash }) => hash)).toSorted();
}

/** Returns the hashes of the files that a restored backup needs, and has. */
async function restoredHashes(name: string | null): Promise<string[]> {
  await using restored = await restoreLatest(folder.path, { name });
  const rows = await readRows<{ projectId: number; hash: string }>(
    restored.db,
    `select project_id as "projectId", blob_hash as hash from artifact order by hash`,
  );
  for (const { projectId, hash } of rows) expect(await restored.blobs.size(projectId, hash)).toBeGreaterThan(0);
  return rows.map(({ hash }) => hash);
}

/** Makes three backups: of the report a, of a and b, and of b and c. */
async function threeBackups(): Promise<string[]> {
  const a = await upload("a");
  const first = await backUpNextDay();
  await upload("b");
  const second = await backUpNextDay();
  await runStatement(plumb.context.db, `delete from artifact where run_id = ${a}`);
  await upload("c");
  return [first, second, await backUpNextDay()];
}

test("removes old backups, and the files that no other backup needs", async () => {
  const [first = "", second = "", third = ""] = await threeBackups();
  expect(await storedHashes()).toHaveLength(3);
  expect(await pruneBackups(target, 3)).toMatchObject({ removed: [], blobs: 0, remaining: 3 });
  expect(await pruneBackups(target, 2)).toMatchObject({ removed: [first], blobs: 0, remaining: 2 });
  // The second backup needs it, too.
  expect(await storedHashes()).toHaveLength(3);
  expect(await pruneBackups(target, 1)).toMatchObject({
    removed: [second],
    blobs: 1,
    blobBytes: "screenshot of a".length,
    remaining: 1,
  });
  expect((await listBackups(target)).map(({ name }) => name)).toEqual([third]);
  expect(await storedHashes()).toEqual(await restoredHashes(third));
  expect(await storedHashes()).toHaveLength(2);
});

test("the latest complete backup remains, although interrupted ones are newer", async () => {
  await upload("a");
  const only = await backUpNextDay();
  for (const [number, file] of ["2026-04-01T02-00-00-000Z", "2025-04-01T02-00-00-000Z"].entries()) {
    mkdirSync(join(folder.path, file, "tables"), { recursive: true });
    writeFileSync(join(folder.path, file, "tables", "run.gz"), `unfinished ${number}`);
  }
  await target.blobs.putBytes(1, "f".repeat(64), Buffer.from("left by an interrupted backup"));
  expect(await pruneBackups(target, 1)).toEqual({
    removed: [],
    incomplete: ["2026-04-01T02-00-00-000Z", "2025-04-01T02-00-00-000Z"],
    blobs: 1,
    blobBytes: "left by an interrupted backup".length,
    remaining: 1,
  });
  expect(readdirSync(folder.path).toSorted()).toEqual([only, "blobs"]);
  expect(await restoredHashes(null)).toHaveLength(1);
  await expect(pruneBackups(target, 0)).rejects.toThrow("At least one backup must be kept");
});

test("folders that are not backups are not touched", async () => {
  await backUpNextDay();
  mkdirSync(join(folder.path, "my notes"));
  writeFileSync(join(folder.path, "my notes", "a.txt"), "mine");
  await pruneBackups(target, 1);
  expect(readFileSync(join(folder.path, "my notes", "a.txt"), "utf8")).toBe("mine");
});

test("an interrupted removal continues with the next one", async () => {
  const [first = "", second = "", third = ""] = await threeBackups();
  // The process dies after the first file of the second backup was removed.
  const dying: BackupTarget = {
    ...target,
    remove: async (name) => {
      if (name === second) throw new Error("killed");
      await target.remove(name);
    },
  };
  await expect(pruneBackups(dying, 1)).rejects.toThrow("killed");
  expect(existsSync(join(folder.path, first))).toBe(false);
  // A restore does not use the incomplete folder.
  expect((await listBackups(target)).map(({ name, state }) => ({ name, state }))).toEqual([
    { name: third, state: "complete" },
    { name: second, state: "incomplete" },
  ]);
  expect(await storedHashes()).toHaveLength(3);
  expect(await pruneBackups(target, 1)).toMatchObject({ removed: [], incomplete: [second], blobs: 1, remaining: 1 });
  expect(await restoredHashes(null)).toHaveLength(2);
});

test("a stop ends the removal, and nothing is damaged", async () => {
  await threeBackups();
  const stopped = AbortSignal.abort(new Error("The server stops."));
  await expect(pruneBackups(target, 1, stopped)).rejects.toThrow("The server stops.");
  expect(await listBackups(target)).toHaveLength(3);
  expect((await pruneBackups(target, 1)).removed).toHaveLength(2);
});

test.for(["manifest.json", "blobs.gz"])("removes nothing while %s of a backup is damaged", async (file) => {
  const [, second = ""] = await threeBackups();
  const before = await storedHashes();
  writeFileSync(join(folder.path, second, file), "damaged");
  await expect(pruneBackups(target, 2)).rejects.toThrow(new RegExp(`damaged: ${second}/${file}`));
  expect((await listBackups(target)).map(({ state }) => state)).toEqual(
    file === "manifest.json" ? ["complete", "unreadable", "complete"] : ["complete", "complete", "complete"],
  );
  expect(await storedHashes()).toEqual(before);
  rmSync(join(folder.path, second), { recursive: true });
  expect(await pruneBackups(target, 1)).toMatchObject({ blobs: 1, remaining: 1 });
});

test("nothing is removed while a backup is being written, and no backup is written meanwhile", async () => {
  await threeBackups();
  {
    await using lock = await lockTarget(target);
    await expect(pruneBackups(target, 1)).rejects.toThrow(TargetInUse);
    await expect(backUpNextDay()).rejects.toThrow(
      /is in use: a backup is being written.*after a crash, in five minutes/,
    );
    await lock.check();
  }
  expect(await listBackups(target)).toHaveLength(3);
  await backUpNextDay();
  expect(existsSync(join(folder.path, "in-use.json"))).toBe(false);
});

test("a backup whose lock was taken over after a long pause is not completed", async () => {
  await upload("a");
  await backUpNextDay();
  await upload("b");
  const { context } = plumb;
  const open = context.blobs.open.bind(context.blobs);
  // While the files are copied, the process is paused for so long that a removal deletes them again.
  const blobs = {
    ...context.blobs,
    open: async (projectId: number, hash: string) => {
      const lock = JSON.parse(readFileSync(join(folder.path, "in-use.json"), "utf8")) as Record<string, string>;
      const renewedAt = new Date(Date.now() - 6 * 60_000).toISOString();
      writeFileSync(join(folder.path, "in-use.json"), JSON.stringify({ ...lock, renewedAt }));
      await pruneBackups(target, 1);
      return open(projectId, hash);
    },
  };
  await expect(backUp({ ...plumb, context: { ...context, blobs } }, folder.path)).rejects.toThrow(TargetInUse);
  expect(await listBackups(target)).toHaveLength(1);
  expect(await restoredHashes(null)).toHaveLength(1);
});

test.for(["", "{", `{"id":"x"}`, `{"id":"x","host":"wrong clock","renewedAt":"2099-01-01T00:00:00.000Z"}`])(
  "an unreadable or impossible lock %j does not block the target",
  async (content) => {
    writeFileSync(join(folder.path, "in-use.json"), content);
    await using lock = await lockTarget(target);
    await lock.check();
  },
);
