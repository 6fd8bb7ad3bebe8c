import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { briefServerFlags } from "./scripts/server-flags.mjs";

const server = "packages/server/src/**/*.test.ts";
const usual = {
  // On a machine that others use a test takes ten times as long, most of all one that starts servers. What hangs is found all the same.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
  // A worker loads the server, and opens a database, once instead of once per file. No module keeps what another file could see.
  isolate: false,
  provide: { serverFlags: briefServerFlags },
};
const testing = fileURLToPath(new URL("packages/server/src/testing/", import.meta.url));

/** True for a test, or what tests share, that asks for a database: itself or by what it imports. */
function asksForDatabase(path: string, seen = new Set<string>()): boolean {
  if (seen.has(path)) return false;
  seen.add(path);
  const text = readFileSync(path, "utf8");
  if (text.includes('inject("databaseTemplate")')) return true;
  const shared = [...text.matchAll(/from "#testing\/([\w-]+\.ts)"/g)];
  return shared.some(([, name = ""]) => asksForDatabase(`${testing}${name}`, seen));
}

const filesOf = (patterns: string | string[]) => globSync(patterns, { cwd: import.meta.dirname });
const serverTests = filesOf(server);
const onDatabases = serverTests.filter((path) => asksForDatabase(fileURLToPath(new URL(path, import.meta.url))));
const pure = serverTests.filter((path) => !onDatabases.includes(path));
/** What these try lies in front of the database or behind it, and is the same on each: they run on PostgreSQL only, which starts faster. */
const beside = filesOf([
  "packages/server/src/exports/render/**/*.test.ts",
  "packages/server/src/http/{artifact-listener,body-watch,packages-install,permissions,trusted-proxies}.test.ts",
  "packages/server/src/ingest/sources/{live/reporters,reportportal/agents}.test.ts",
]);
/** These try what the embedded database does in the server's process. */
const inside = filesOf([
  "packages/server/src/ingest/sources/files/descriptors.test.ts",
  "packages/server/src/ingest/sources/reportportal/agents-restart.test.ts",
]);

export default defineConfig({
  test: {
    // One more than processors: tests that kill servers, or wait for a time to pass, leave theirs idle for a third of the run.
    maxWorkers: availableParallelism() + 1,
    projects: [
      // What needs no database runs once.
      {
        test: {
          name: "small",
          include: [
            "packages/{analysis,cli,client,contract,formats,reporter-*,web}/src/**/*.test.ts",
            "demo/**/*.test.ts",
            "bench/**/*.test.ts",
            "tools/**/*.test.ts",
            "scripts/**/*.test.ts",
            ...pure,
          ],
          exclude: ["**/node_modules/**"],
          ...usual,
        },
      },
      // The server's other tests run twice, but for a few: on the embedded database and on a real PostgreSQL.
      {
        test: {
          name: "server-embedded",
          include: onDatabases.filter((path) => !beside.includes(path)),
          globalSetup: ["packages/server/src/testing/embedded-setup.ts"],
          ...usual,
        },
      },
      {
        test: {
          name: "server-postgres",
          include: onDatabases.filter((path) => !inside.includes(path)),
          globalSetup: ["packages/server/src/testing/postgres-setup.ts"],
          ...usual,
        },
      },
    ],
  },
});
