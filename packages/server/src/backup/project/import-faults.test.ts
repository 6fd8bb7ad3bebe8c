import { createHash } from "node:crypto";
import { globSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { reserveProject } from "#store/backup/load-project.ts";
import { call, createTestApp, type TestApp } from "#testing/app.ts";
import { temporaryFolder } from "#testing/backups.ts";
import { countRows, readRows } from "#testing/database.ts";
import { createOther, createSource, exportTo, importFrom, projectRows } from "#testing/moved-projects.ts";
import { seedPerson } from "#testing/people.ts";

/** Returns what a failed import could leave. */
async function remains({ context }: TestApp): Promise<unknown> {
  return {
    projects: (await readRows<{ name: string }>(context.db, "select name from project order by id")).map(
      ({ name }) => name,
    ),
    files: (await context.blobs.projects()).length,
    jobs: await readRows(context.db, "select key from job where kind = 'delete-project'"),
    accounts: await countRows(context.db, "user_account"),
  };
}

const damages: readonly (readonly [string, (folder: string) => void, RegExp])[] = [
  [
    "a truncated table",
    (folder) => truncateSync(join(folder, "tables/run.gz"), 30),
    /damaged: tables\/run\.gz ends after 30/,
  ],
  ["a damaged manifest", (folder) => writeFileSync(join(folder, "manifest.json"), "{}"), /damaged: manifest\.json/],
  [
    "a changed file",
    (folder) => writeFileSync(join(folder, globSync("blobs/*/*/*", { cwd: folder })[0] ?? ""), "changed content"),
    /damaged: the file blobs\/\S+ is damaged/,
  ],
];

test.for(damages)("%s is refused, and nothing remains", async ([, damage, message]) => {
  const source = await createSource();
  await using plumb = source.plumb;
  const { plumb: other } = await createOther();
  await using _other = other;
  using target = temporaryFolder();
  await exportTo(plumb, target.path);
  const before = await remains(other);
  damage(target.path);
  await expect(importFrom(other, target.path)).rejects.toThrow(message);
  expect(await remains(other)).toEqual(before);
});

test("a server whose import was killed deletes the files and the hidden project", async () => {
  const { plumb } = await createOther();
  await using _plumb = plumb;
  const { blobs, db } = plumb.context;
  const { token } = await seedPerson(plumb, "root", { role: "ADMIN" });
  const before = await remains(plumb);
  {
    await using reserved = await reserveProject(db, "Killed");
    await blobs.putBytes(reserved.id, "f".repeat(64), Buffer.from("copied"));
  }
  const { body } = await call<{ data: { name: string }[] }>(plumb, "GET", "/api/projects", {
    token,
  });
  expect(body.data.map(({ name }) => name)).toEqual(["Other"]);
  plumb.time.now = new Date(Date.now() + 60_000);
  await runJobs(plumb.context);
  expect((await blobs.projects()).length).toBe(1);
  plumb.time.now = new Date(Date.now() + 11 * 60_000);
  await runJobs(plumb.context);
  expect(await remains(plumb)).toEqual(before);
});

/** Changes the manifest as another version of Plumb would have written it. */
function rewriteManifest(folder: string, change: (manifest: Record<string, unknown>) => void): void {
  const path = join(folder, "manifest.json");
  const { content } = JSON.parse(readFileSync(path, "utf8")) as { content: string };
  const manifest = JSON.parse(content) as Record<string, unknown>;
  change(manifest);
  const changed = JSON.stringify(manifest);
  writeFileSync(path, JSON.stringify({ sha256: createHash("sha256").update(changed).digest("hex"), content: changed }));
}

test("a project of another version is refused", async () => {
  const source = await createSource();
  await using plumb = source.plumb;
  using target = temporaryFolder();
  await exportTo(plumb, target.path);
  const before = await remains(plumb);
  const imported = () => importFrom(plumb, target.path, "Copy");
  let migrations: string[] = [];
  rewriteManifest(target.path, (manifest) => {
    migrations = manifest["migrations"] as string[];
    manifest["migrations"] = [...migrations, "9999_future.sql"];
  });
  await expect(imported()).rejects.toThrow(
    /newer version of Plumb \(9999_future\.sql\)\. Upgrade this server first\. Nothing was changed\./,
  );
  rewriteManifest(target.path, (manifest) => (manifest["migrations"] = migrations.slice(0, -1)));
  await expect(imported()).rejects.toThrow(/older version of Plumb.*Upgrade that server, and export it again/);
  rewriteManifest(target.path, (manifest) => Object.assign(manifest, { migrations, format: 2 }));
  await expect(imported()).rejects.toThrow(/newer version of Plumb/);
  rewriteManifest(target.path, (manifest) => {
    manifest["format"] = 1;
    const tables = manifest["tables"] as { name: string; rows: number }[];
    for (const table of tables) if (table.name === "result") table.rows += 1;
  });
  await expect(imported()).rejects.toThrow(/The table result has \d+ rows, but \d+ were expected/);
  expect(await remains(plumb)).toEqual(before);
});

test("a server without accounts is refused, because the first account becomes its administrator", async () => {
  const source = await createSource();
  await using plumb = source.plumb;
  await using other = await createTestApp();
  using target = temporaryFolder();
  await exportTo(plumb, target.path);
  await expect(importFrom(other, target.path)).rejects.toThrow(/no account yet.*create the administrator/);
});

test("a folder with content and an unknown project are refused", async () => {
  const source = await createSource();
  await using plumb = source.plumb;
  using target = temporaryFolder();
  await expect(exportTo(plumb, target.path, "Nothing")).rejects.toThrow("There is no project “Nothing”.");
  expect(globSync("**/*", { cwd: target.path })).toEqual([]);
  await exportTo(plumb, target.path, String(source.projectId));
  await expect(exportTo(plumb, target.path)).rejects.toThrow("is not empty. Choose a new folder");
  using empty = temporaryFolder();
  await expect(importFrom(plumb, empty.path)).rejects.toThrow("contains no exported project");
});

test("a taken name is refused, and another one can be chosen", async () => {
  const source = await createSource();
  await using plumb = source.plumb;
  using target = temporaryFolder();
  await exportTo(plumb, target.path);
  await expect(importFrom(plumb, target.path)).rejects.toThrow(
    "already has a project “Shop”. Choose another name with --name. Nothing was changed.",
  );
  const copy = await importFrom(plumb, target.path, "Copy of Shop");
  expect(copy.accountsCreated).toBe(0);
  const again = await importFrom(plumb, target.path, "Second copy");
  expect(again.projectId).not.toBe(copy.projectId);
  expect(await projectRows(plumb.context.db, "result", again.projectId)).toHaveLength(
    (await projectRows(plumb.context.db, "result", source.projectId)).length,
  );
});
