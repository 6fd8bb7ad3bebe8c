import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#testing/backups.ts";
import { runServerCommand } from "#testing/commands.ts";
import { createServerHome, type ServerHome } from "#testing/process.ts";
import { createKeyAt, createProjectAt, signInAt } from "#testing/remote.ts";
import { playwright } from "#testing/reports.ts";

function environmentOf({ dataDir, databaseUrl }: Pick<ServerHome, "dataDir" | "databaseUrl">): Record<string, string> {
  return { PLUMB_DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) };
}

/** Uploads a report with a screenshot. Returns its id. */
async function uploadAt(url: string, key: string, name: string): Promise<number> {
  const attachments = [{ name: "screen.txt", contentType: "text/plain", path: "/ci/screen.txt" }];
  const form = new FormData();
  form.append("files", new Blob([playwright([{ title: name, attempts: ["failed"], attachments }])]), "report.json");
  form.append("files", new Blob([`screenshot of ${name}`]), "screen.txt");
  const response = await fetch(`${url}/api/ingest/uploads`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: { reportId: number } }).data.reportId;
}

async function readAt<Body>(url: string, token: string, path: string): Promise<Body> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  return (await response.json()) as Body;
}

test("a running server is backed up and restored elsewhere by the command line", async () => {
  await using home = await createServerHome();
  using target = temporaryFolder();
  const server = await home.start();
  const token = await signInAt(server);
  const key = await createKeyAt(server, token, await createProjectAt(server, token));
  const reports = [await uploadAt(server.url, key, "one"), await uploadAt(server.url, key, "two")];
  const done = new AbortController();
  const load = (async () => {
    for (let index = 0; !done.signal.aborted; index++) await uploadAt(server.url, key, `more ${index}`);
  })();
  const backup = await runServerCommand(["backup", "--to", target.path], environmentOf(home));
  done.abort();
  await load;
  expect(backup).toMatchObject({ code: 0 });
  expect(backup.output).toMatch(/Backup \S+ in .* is complete\.\n +Tables .*rows/);
  expect(readdirSync(home.dataDir).filter((name) => name.startsWith("backup-"))).toEqual([]);
  expect(await server.stop()).toBe(0);
  const stopped = await runServerCommand(["backup", "--to", target.path], environmentOf(home));
  expect(stopped).toMatchObject({ code: 0 });

  // The target is also that of the settings.
  const withTarget = { ...environmentOf(home), PLUMB_BACKUPS: target.path };
  const list = await runServerCommand(["backup", "list"], withTarget);
  expect(list).toMatchObject({ code: 0 });
  expect(list.output).toMatch(/^(\S+Z {2}complete, Plumb \S+, [\d,]+ rows \(.*\), \d+ files \(.*\)\n){2}$/);
  const prune = await runServerCommand(["backup", "prune", "--keep", "1"], withTarget);
  expect(prune).toMatchObject({ code: 0 });
  expect(prune.output).toMatch(/^Removed \S+Z\.\n.* has 1 backup\. Removed 0 files/);

  await using other = await createServerHome("none");
  const restore = await runServerCommand(["restore", "--from", target.path], environmentOf(other));
  expect(restore).toMatchObject({ code: 0 });
  expect(restore.output).toMatch(/The restore is complete[\s\S]*Before you start the server, set PLUMB_SECRET/);
  const again = await runServerCommand(["restore", "--from", target.path], environmentOf(other));
  expect(again.code).toBe(1);
  expect(again.output).toContain("is not empty");

  const restored = await other.start();
  const sameToken = await signInAt(restored);
  for (const id of reports) {
    const { data: report } = await readAt<{ data: { summary: { total: number } } }>(
      restored.url,
      sameToken,
      `/api/reports/${id}`,
    );
    const { data: results } = await readAt<{ data: { id: number }[] }>(
      restored.url,
      sameToken,
      `/api/reports/${id}/results`,
    );
    expect(results).toHaveLength(report.summary.total);
  }
  // New rows get ids that the restored ones do not have.
  expect(await uploadAt(restored.url, key, "after")).toBeGreaterThan(Math.max(...reports));
  expect(await restored.stop()).toBe(0);
});

test("a project is moved to another server by the command line", async () => {
  await using home = await createServerHome();
  await using other = await createServerHome();
  using target = temporaryFolder();
  const server = await home.start();
  const token = await signInAt(server);
  const key = await createKeyAt(server, token, await createProjectAt(server, token));
  await uploadAt(server.url, key, "one");
  const { data } = await readAt<{ data: { name: string }[] }>(server.url, token, "/api/projects");
  const name = data[0]?.name ?? "";
  const exported = await runServerCommand(["project", "export", name, "--to", target.path], environmentOf(home));
  expect(exported).toMatchObject({ code: 0 });
  expect(exported.output).toMatch(/^Exported “.*” to .*\n +Tables +[\d,]+ rows\n +Files +1 /m);
  expect(readdirSync(home.dataDir).filter((file) => file.startsWith("backup-"))).toEqual([]);
  expect(await server.stop()).toBe(0);

  const tooEarly = await runServerCommand(["project", "import", "--from", target.path], environmentOf(other));
  expect(tooEarly.code).toBe(1);
  expect(tooEarly.output).toMatch(/no account yet/);
  expect(await (await other.start()).stop()).toBe(0);
  const imported = await runServerCommand(
    ["project", "import", "--from", target.path, "--name", "Moved"],
    environmentOf(other),
  );
  expect(imported).toMatchObject({ code: 0 });
  expect(imported.output).toMatch(/Imported “Moved” as project \d+\.\n +Tables .*rows\n +Files +1 /);
  const started = await other.start();
  const projects = await readAt<{ data: { name: string }[] }>(started.url, await signInAt(started), "/api/projects");
  expect(projects.data.map((project) => project.name)).toEqual(["Moved"]);
  expect(await started.stop()).toBe(0);
});

test("commands explain what is missing", async () => {
  using empty = temporaryFolder();
  const environment = { PLUMB_DATA_DIR: empty.path };
  const help = await runServerCommand(["--help"], environment);
  expect(help.output).toContain("backup --to <location>");
  const noTarget = await runServerCommand(["backup"], environment);
  expect(noTarget.code).toBe(1);
  expect(noTarget.output).toMatch(/Usage: plumb-server backup \[--to[^]*PLUMB_BACKUPS is used, which is not set/);
  const keepsNone = await runServerCommand(["backup", "prune", "--keep", "0", "--from", empty.path], environment);
  expect(keepsNone.code).toBe(1);
  expect(keepsNone.output).toContain("--keep must be a number from 1");
  const unknown = await runServerCommand(["backup", "--into", "x"], environment);
  expect(unknown.code).toBe(1);
  expect(unknown.output).toContain("--into");
  const noDatabase = await runServerCommand(["backup", "--to", join(empty.path, "b")], environment);
  expect(noDatabase.code).toBe(1);
  expect(noDatabase.output).toContain("contains no database");
  const itself = await runServerCommand(["backup", "--to", empty.path], environment);
  expect(itself.code).toBe(1);
  expect(itself.output).toContain("contains the files of the server");
  const noBackup = await runServerCommand(["restore", "--from", join(empty.path, "b")], environment);
  expect(noBackup.code).toBe(1);
  expect(noBackup.output).toContain("has no backups");
  // Nothing was created.
  expect(readdirSync(empty.path)).toEqual([]);
});
