import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "../../scripts/folders.mjs";
import { asScript, Trouble } from "../../scripts/processes.mjs";
import { startPostgres } from "../../packages/server/src/testing/postgres.ts";
import type { RecordedRelease } from "../../packages/server/src/testing/recorded-release.ts";
import { readSnapshot } from "../../packages/server/src/store/backup/snapshot.ts";
import { openDatabase } from "../../packages/server/src/store/db.ts";
import { checkOut } from "../../packages/server/src/testing/release-checkout.ts";

// Starts the server of a release, uses it, and records its database for the test of upgrades (docs/upgrading.md):
// node scripts/run.mjs tools/upgrade/record-release.ts <version> <commit>

const [version = "", commit = ""] = process.argv.slice(2);
const admin = { email: "admin@example.test", password: "correct horse" };

await asScript(async () => {
  if (!/^\d+\.\d+\.\d+$/.test(version) || commit === "") throw new Trouble("Name a version and its commit.");
  const folder = mkdtempSync(join(tmpdir(), "plumb-record-"));
  const postgres = await startPostgres(["fsync=off"]);
  try {
    const source = join(folder, "source");
    checkOut(commit, source);
    const install = ["install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    execFileSync("npm", install, { cwd: source, stdio: "inherit" });
    const server = spawn(process.execPath, [join(source, "packages/server/src/main.ts")], {
      cwd: source,
      env: {
        PATH: process.env["PATH"],
        PLUMB_PORT: "0",
        PLUMB_ARTIFACT_PORT: "0",
        PLUMB_DATA_DIR: join(folder, "data"),
        PLUMB_ADMIN_EMAIL: admin.email,
        PLUMB_ADMIN_PASSWORD: admin.password,
        PLUMB_SECRET: "the secret of the recording",
        DATABASE_URL: postgres.url,
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    await useServer(await addressOf(server));
    server.kill("SIGTERM");
    await once(server, "exit");
    const recorded = await record(postgres.url, join(source, "packages/server/migrations"));
    const path = join(root, `packages/server/src/testing/releases/${version}.json.gz`);
    writeFileSync(path, gzipSync(JSON.stringify(recorded), { level: 9 }));
    console.log(`${path}: ${recorded.tables.length} tables with rows`);
    return 0;
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

async function addressOf(server: ChildProcess): Promise<string> {
  let output = "";
  for await (const text of server.stdout ?? []) {
    output += String(text);
    const address = /Address +(\S+)/.exec(output)?.[1];
    if (address !== undefined && output.includes("Next ")) return address;
  }
  throw new Trouble(`The server did not start:\n${output}`);
}

/** Uses what the release offers: projects, uploads, live runs, items, webhooks, views and accounts. */
async function useServer(address: string): Promise<void> {
  const request = async (method: string, path: string, token: string, body?: unknown) => {
    const isText = typeof body === "string";
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        ...(token !== "" && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isText && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Trouble(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as { token: string; data: { id: number; key: string } };
  };
  const { token } = await request("POST", "/api/auth/login", "", { username: admin.email, password: admin.password });
  for (const name of ["Shop", "Api"]) {
    const { data: project } = await request("POST", "/api/projects", token, { name, description: `Tests of ${name}` });
    const base = `/api/projects/${project.id}`;
    const { data } = await request("POST", `${base}/api-keys`, token, { name: "CI" });
    const hook = { url: "http://203.0.113.1/hook", events: ["run.finished", "run.failed"] };
    await request("POST", `${base}/webhooks`, token, hook);
    for (let build = 1; build <= 6; build += 1) {
      const query = `filename=a.xml&suite=web&environment=ci&branch=main&build=${build}&commit=abc${build}`;
      await request("POST", `/api/ingest/uploads?${query}`, data.key, reportOf(build));
    }
    const item = { title: "Look at the basket", message: "It fails since build 2", type: "note" };
    await request("POST", `/api/annotations${base.slice(4)}/annotations`, token, item);
  }
  // Jobs group failures, count runs and judge tests.
  const isBusy = async () => {
    const { data } = await request("GET", "/api/jobs?state=queued", token);
    return (data as unknown as { kind: string }[]).some(({ kind }) => !kind.startsWith("deliver"));
  };
  for (let tries = 0; tries < 60 && (await isBusy()); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 1000));
}

function reportOf(build: number): string {
  const failure = '<failure message="expected 1 to be 2" type="AssertionError">at basket.ts:7:3</failure>';
  const cases = ["adds", "pays", "ships", "empties"].map((name, index) => {
    const fails = index === 1 ? build % 2 === 0 : index === 2 && build > 3;
    return `<testcase classname="basket" name="${name}" time="0.${index + 1}">${fails ? failure : ""}</testcase>`;
  });
  // The last ones run now, because webhooks are not sent for history.
  const timestamp = build > 4 ? "" : ` timestamp="2026-03-0${build}T10:00:00Z"`;
  return `<testsuite name="basket"${timestamp}>${cases.join("")}</testsuite>`;
}

async function record(url: string, migrations: string): Promise<RecordedRelease> {
  await using database = await openDatabase({ url, folder: null, connections: 2 });
  const {
    migrations: applied,
    tables,
    sequences,
  } = await readSnapshot(database.db, async (snapshot) => {
    const rows: RecordedRelease["tables"][number][] = [];
    for (const table of snapshot.tables) {
      const pages = await Array.fromAsync(snapshot.rowsOf(table));
      const lines = pages.map((page) => page.lines.toString()).join("");
      rows.push({ ...table, rows: pages.reduce((sum, page) => sum + page.rows, 0), lines });
    }
    return { migrations: snapshot.migrations, tables: rows, sequences: await snapshot.sequences() };
  });
  const files = globSync("*.sql", { cwd: migrations });
  return {
    version,
    commit: execFileSync("git", ["rev-parse", commit], { cwd: root, encoding: "utf8" }).trim(),
    migrations: applied.map((file) => {
      if (!files.includes(basename(file))) throw new Trouble(`The release has no migration ${file}.`);
      return { file, sql: readFileSync(join(migrations, file), "utf8") };
    }),
    tables,
    sequences,
  };
}
