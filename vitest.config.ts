import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { briefServerFlags } from "./scripts/server-flags.mjs";

const server = "packages/server/src/**/*.test.ts";
const usual = {
  // On a busy machine, tests take up to ten times as long, especially those that start servers. A test that hangs still fails.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
  // Each worker loads the server and opens a database only once, not for every file. Modules hold no state that could affect other files.
  isolate: false,
  provide: { serverFlags: briefServerFlags },
};
const testing = fileURLToPath(new URL("packages/server/src/testing/", import.meta.url));

/** Returns true if a file uses a database, directly or through its imports. */
function asksForDatabase(path: string, seen = new Set<string>()): boolean {
  if (seen.has(path)) return false;
  seen.add(path);
  const text = readFileSync(path, "utf8");
  if (text.includes('inject("databaseTemplate")')) return true;
  const shared = [
    ...text.matchAll(path.startsWith(testing) ? /from "\.\/([\w-]+\.ts)"/g : /from "#testing\/([\w-]+\.ts)"/g),
  ];
  return shared.some(([, name = ""]) => asksForDatabase(`${testing}${name}`, seen));
}

const filesOf = (patterns: string | string[]) => globSync(patterns, { cwd: import.meta.dirname });
const serverTests = filesOf(server);
const onDatabases = serverTests.filter((path) => asksForDatabase(fileURLToPath(new URL(path, import.meta.url))));
const pure = serverTests.filter((path) => !onDatabases.includes(path));
/** Tests of code that does not depend on the kind of database. They run on PostgreSQL only, which starts faster. */
const beside = filesOf([
  "packages/server/src/exports/render/**/*.test.ts",
  "packages/server/src/http/{artifact-listener,body-watch,packages-install,permissions,trusted-proxies}.test.ts",
  "packages/server/src/ingest/sources/{live/reporters,reportportal/agents}.test.ts",
]);
/**
 * Returns true if a test runs on the embedded database with every `npm test`: tests of code with SQL or jobs, tests that run two servers, and one file
 * per API folder. The others run there with `npm run test:full` (docs/decisions/0040-the-test-loop.md).
 */
const isNear = (path: string) =>
  /^packages\/server\/src\/(?:(?:store|read-models|ingest|jobs)\/|api\/([^/]+)\/\1\.test\.ts$)/.test(path) ||
  /\b(?:announceWriter|sendOnTwoServers)\b/.test(readFileSync(new URL(path, import.meta.url), "utf8"));
/** Tests of the embedded database in the server process. */
const inside = filesOf([
  "packages/server/src/ingest/sources/files/descriptors.test.ts",
  "packages/server/src/ingest/sources/reportportal/agents-restart.test.ts",
]);

/** Tests of what a cluster does not have: plans, locks, triggers and statistics in one database, and backups, which it refuses. */
const ofOneServer = filesOf([
  "packages/server/src/backup/**/*.test.ts",
  "packages/server/src/{ingest/sources/live/live-large,testing/revision-guard}.test.ts",
  "packages/server/src/store/{ingest/young-launches,runs/long-history}.test.ts",
  "packages/server/src/store/{distribution/*,in-transaction,lock-order,maintenance,migrate,opaque-id}.test.ts",
]);

const onEmbedded = onDatabases.filter((path) => !beside.includes(path));

export default defineConfig({
  test: {
    // One more than the number of processors, because tests that kill servers or wait leave a processor idle for a third of the run.
    maxWorkers: availableParallelism() + 1,
    projects: [
      // Tests without a database run once.
      {
        test: {
          name: "small",
          include: [
            "packages/{analysis,cli,client,code-hosts,contract,formats,reporter-*,web}/src/**/*.test.ts",
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
      // Other server tests run on PostgreSQL, and most of them on the embedded database, too.
      {
        test: {
          name: "server-embedded",
          include: onEmbedded.filter(isNear),
          globalSetup: ["packages/server/src/testing/embedded-setup.ts"],
          ...usual,
        },
      },
      {
        test: {
          name: "server-embedded-rest",
          include: onEmbedded.filter((path) => !isNear(path)),
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
      // On a Citus cluster whose coordinator is TEST_CITUS_URL; without a cluster, there is nothing to run.
      ...(process.env["TEST_CITUS_URL"] === undefined
        ? []
        : [
            {
              test: {
                name: "server-citus",
                include: onDatabases.filter((path) => !inside.includes(path) && !ofOneServer.includes(path)),
                globalSetup: ["packages/server/src/testing/citus-setup.ts"],
                ...usual,
              },
            },
          ]),
    ],
  },
});
