import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { createPostgresDatabase, inDatabase } from "#testing/database.ts";
import { diagnose } from "./diagnose.ts";

const template = inject("databaseTemplate");
/** Nothing listens on this port. */
const unreachable = "postgres://127.0.0.1:9/plumb";

/** A data folder that only its user can read. */
function dataFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "plumb-doctor-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Returns the finding of a check as `state: text`. */
function found(findings: Awaited<ReturnType<typeof diagnose>>, name: string): string {
  const finding = findings.find(({ check }) => check === name);
  return finding === undefined ? "none" : `${finding.state}: ${finding.text}`;
}

test("wrong settings are named, and nothing else is checked", async () => {
  const findings = await diagnose({ PLUMB_PORT: "many" });
  expect(findings).toHaveLength(1);
  expect(found(findings, "Settings")).toMatch(/^failed: PLUMB_PORT/);
});

test("a new embedded server is ready to start", async () => {
  using folder = dataFolder();
  const findings = await diagnose({ PLUMB_DATA_DIR: folder.path });
  expect(findings.map(({ check, state }) => [check, state])).toEqual([
    ["Settings", "ok"],
    ["Data folder", "ok"],
    ["Database", "ok"],
    ["Schema", "ok"],
    ["Artifacts", "ok"],
  ]);
  expect(found(findings, "Schema")).toBe("ok: created at the next start");
});

test("a file in place of the data folder and an unknown setting are found", async () => {
  using folder = dataFolder();
  writeFileSync(join(folder.path, "file"), "");
  const findings = await diagnose({ PLUMB_DATA_DIR: join(folder.path, "file"), PLUMB_PROT: "4600" });
  expect(found(findings, "Settings")).toMatch(/^warning: PLUMB_PROT/);
  expect(found(findings, "Data folder")).toMatch(/^failed: .*Set PLUMB_DATA_DIR/);
});

test.skipIf(process.platform === "win32")("a data folder that other users can read is found", async () => {
  using folder = dataFolder();
  chmodSync(folder.path, 0o755);
  const env = { PLUMB_DATA_DIR: folder.path, DATABASE_URL: unreachable };
  expect(found(await diagnose(env), "Data folder")).toMatch(/^warning: .*chmod 700/);
});

test("a database that does not respond is reported with what to check", async () => {
  using folder = dataFolder();
  const findings = await diagnose({ PLUMB_DATA_DIR: folder.path, DATABASE_URL: unreachable });
  expect(found(findings, "Database")).toMatch(/^failed: .*Check DATABASE_URL/);
  expect(found(findings, "Artifacts")).toMatch(/^ok: /);
});

test.runIf(template.kind === "postgres")(
  "permissions, clock, secret and schema of PostgreSQL are checked",
  async () => {
    if (template.kind !== "postgres") return;
    using folder = dataFolder();
    const created = await createPostgresDatabase(template);
    const env = { PLUMB_DATA_DIR: folder.path, DATABASE_URL: created.url };
    const findings = await diagnose({ ...env, PLUMB_SECRET: "0123456789abcdef" });
    expect(findings.filter(({ state }) => state !== "ok")).toEqual([]);
    expect(found(findings, "Schema")).toBe("ok: of this version");
    expect(found(await diagnose(env), "Secret")).toMatch(/^warning: /);
    await inDatabase(created.url, "insert into schema_version (version, file) values (99999, '99999_later.sql')");
    const name = new URL(created.url).pathname.slice(1);
    await inDatabase(created.url, `alter database ${name} set default_transaction_read_only = on`);
    const newer = await diagnose(env);
    expect(found(newer, "Schema")).toMatch(/^failed: .*99999_later\.sql/);
    expect(found(newer, "Permissions")).toMatch(/^failed: .*read-only/);
  },
);
