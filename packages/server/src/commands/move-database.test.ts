import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { fileBlobs } from "#files/blobs/file-blobs.ts";
import { openBlobs } from "#files/blobs/open-blobs.ts";
import { openDatabase } from "#store/db.ts";
import { migrate } from "#store/migrate.ts";
import { createTestApp, send } from "#testing/app.ts";
import { tableChecksums, temporaryFolder } from "#testing/backups.ts";
import { type CommandOutcome, runServerCommand } from "#testing/commands.ts";
import { countRows, createPostgresDatabase } from "#testing/database.ts";
import { createFixtures } from "#testing/permission-walk.ts";
import { createServerHome } from "#testing/process.ts";
import { playwright } from "#testing/reports.ts";
import { hasSwift, startSwift } from "#testing/swift.ts";
import type { DatabaseTemplate } from "#testing/provided.ts";

const template: DatabaseTemplate = inject("databaseTemplate");
/** The target of a move is PostgreSQL. */
const hasTarget = template.kind === "postgres" && template.workers === undefined;
const main = fileURLToPath(new URL("../main.ts", import.meta.url));

/** Fills an embedded database and its folder of files. */
async function createSource(folder: string) {
  const key = await fill(folder);
  await using database = await openDatabase({ url: undefined, folder });
  return { key, checksums: await tableChecksums(database.db), files: await filesIn(join(folder, "blobs")) };
}

/** Returns a key for uploads. */
async function fill(folder: string): Promise<string> {
  const database = await openDatabase({ url: undefined, folder });
  await migrate(database.db);
  await using plumb = await createTestApp({}, { database, blobs: join(folder, "blobs") });
  const fixtures = await createFixtures(plumb);
  const key = (await fixtures.tokenOf("key")) ?? "";
  for (let number = 0; number < 4; number += 1) {
    const tests = Array.from({ length: 50 }, (_, index) => ({
      title: `test ${index} \u{1F980}\ttab`,
      attempts: ["failed" as const, "passed" as const],
      attachments: [{ name: "screen.txt", contentType: "text/plain", path: "/ci/screen.txt" }],
    }));
    const files = { "report.json": playwright(tests), "screen.txt": `screenshot ${number}` };
    expect((await send(plumb, key, files, { build: String(number) })).status).toBe(200);
  }
  return key;
}

async function filesIn(folder: string): Promise<string[]> {
  const blobs = fileBlobs(folder);
  const found: string[] = [];
  for (const projectId of await blobs.projects())
    for (const { hash, bytes } of (await blobs.list(projectId, "", 1000)).blobs)
      found.push(`${projectId}/${hash} ${bytes}`);
  return found.toSorted();
}

/** Runs the command and kills it when its output matches. */
async function killedAt(
  output: RegExp,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn(process.execPath, [...inject("serverFlags"), main, ...args], {
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"], ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (output.test(text)) child.kill("SIGKILL");
    });
  await once(child, "close");
  return text;
}

function move(from: string, ...more: string[]): Promise<CommandOutcome> {
  return runServerCommand(["db", "move", "--yes", ...more], { PLUMB_DATA_DIR: from });
}

async function createTarget(): Promise<{ url: string } & AsyncDisposable> {
  if (template.kind !== "postgres") throw new Error("These tests need PostgreSQL.");
  const database = await createPostgresDatabase(template, "template0");
  return { url: database.url, [Symbol.asyncDispose]: () => database.drop() };
}

test.runIf(hasTarget)(
  "a move that is killed in each of its steps continues, and stores all rows and files once",
  { timeout: 480_000 },
  async () => {
    using folder = temporaryFolder();
    using files = temporaryFolder();
    await using target = await createTarget();
    const source = await createSource(folder.path);
    const environment = { PLUMB_DATA_DIR: folder.path };
    const args = ["db", "move", "--to", target.url, "--blobs", files.path, "--yes"];

    const unconfirmed = await runServerCommand(args.slice(0, -1), environment);
    expect(unconfirmed.code).toBe(1);
    expect(unconfirmed.output).toMatch(
      /Move embedded PostgreSQL[\s\S]*to {6}PostgreSQL at[\s\S]*Add --yes[\s\S]*Nothing was changed/,
    );

    for (const step of [/it continues/, /Files: /, /Copied result:/, /Copied user_account:/]) {
      const output = await killedAt(step, args, environment);
      expect(output).toMatch(step);
      expect(output).not.toContain("is complete");
    }
    const early = await runServerCommand(["doctor"], { ...environment, DATABASE_URL: target.url });
    expect(early.output).toMatch(/^failed +Database: .*db move. was interrupted/m);
    await using home = await createServerHome("none");
    await expect(home.start({ ...environment, DATABASE_URL: target.url })).rejects.toThrow(/db move. was interrupted/);

    const moved = await runServerCommand(args, environment);
    expect(moved.output).toMatch(/Continue the move of[\s\S]*Equal {2}result: [\d,]+ rows[\s\S]*is complete/);
    expect(moved.code).toBe(0);
    expect(moved.output).toContain(`PLUMB_BLOBS=${files.path}`);
    {
      await using copy = await openDatabase({ url: target.url, folder: null });
      expect(await tableChecksums(copy.db)).toEqual(source.checksums);
      await using original = await openDatabase({ url: undefined, folder: folder.path });
      expect(await tableChecksums(original.db)).toEqual(source.checksums);
    }
    expect(await filesIn(files.path)).toEqual(source.files);
    expect(await filesIn(join(folder.path, "blobs"))).toEqual(source.files);

    const server = await home.start({
      PLUMB_DATA_DIR: home.dataDir,
      PLUMB_BLOBS: files.path,
      DATABASE_URL: target.url,
    });
    const body = playwright([{ title: "after the move", attempts: ["passed"] }]);
    const headers = { authorization: `Bearer ${source.key}`, "content-type": "application/json" };
    const response = await fetch(`${server.url}/api/ingest/uploads?filename=a.json`, { method: "POST", headers, body });
    expect(response.status).toBe(200);
  },
);

test.runIf(hasTarget)("only an empty database, or the unfinished move of the same source, is a target", async () => {
  using folder = temporaryFolder();
  using other = temporaryFolder();
  using files = temporaryFolder();
  await using target = await createTarget();
  await createSource(folder.path);
  await createSource(other.path);

  expect(await move(folder.path)).toMatchObject({ code: 1, output: expect.stringContaining("Usage:") as string });
  await killedAt(/Copied annotation:/, ["db", "move", "--to", target.url, "--yes"], { PLUMB_DATA_DIR: folder.path });
  expect((await move(other.path, "--to", target.url)).output).toContain("an unfinished move of another database");
  expect((await move(folder.path, "--to", target.url)).code).toBe(0);
  expect((await move(folder.path, "--to", target.url)).output).toMatch(/is not empty .* Nothing was changed/);

  await using second = await createTarget();
  await fileBlobs(files.path).putBytes(1, "0".repeat(64), Buffer.from("of another server"));
  expect((await move(folder.path, "--to", second.url, "--blobs", files.path)).output).toContain(
    "--blobs contains files already",
  );
  await using empty = await openDatabase({ url: second.url, folder: null });
  expect(await countRows(empty.db, "pg_stat_user_tables")).toBe(0);

  await using running = await openDatabase({ url: undefined, folder: folder.path });
  expect((await move(folder.path, "--to", second.url)).output).toContain("Stop the server first");
  expect(running.embedded).toBe(true);
});

// Debian: apt-get install swift-proxy swift-account swift-container swift-object.
test.runIf(hasTarget && hasSwift)("files are moved to a bucket", async () => {
  using folder = temporaryFolder();
  await using storage = await startSwift();
  await using target = await createTarget();
  const source = await createSource(folder.path);
  const { accessKeyId, secretAccessKey } = storage.credentials;
  const moved = await runServerCommand(
    ["db", "move", "--to", target.url, "--blobs", `s3://${storage.bucket}/plumb`, "--yes"],
    {
      PLUMB_DATA_DIR: folder.path,
      PLUMB_S3_ENDPOINT: storage.endpoint,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
  );
  expect(moved.output).toContain(`${source.files.length} copied`);
  expect(moved.code).toBe(0);
  const before = openBlobs(join(folder.path, "blobs"));
  expect(await before.projects()).toHaveLength(1);
});
