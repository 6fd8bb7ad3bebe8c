import type { ChildProcess } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { createPostgresDatabase } from "./database.ts";
import type { DatabaseTemplate } from "./provided.ts";
import { mainFile, type ServerProcess, startServerProcess } from "./server-process.ts";

export type { ServerProcess } from "./server-process.ts";

interface ShellOptions {
  readonly maxOpenFiles?: number;
  /** Program of another version; by default, that of this one. */
  readonly program?: string;
  /** File for the log; by default, the test receives it. */
  readonly logTo?: string;
}

export interface ServerHome extends AsyncDisposable {
  readonly dataDir: string;
  /** `null` for the embedded database. */
  readonly databaseUrl: string | null;
  /** Starts a server in this home, which outlives its processes. */
  start(environment?: Record<string, string>, shell?: ShellOptions): Promise<ServerProcess>;
}

/**
 * Creates a data folder, and a database on PostgreSQL, for real server processes.
 *
 * @param contents `none` creates neither a schema nor an embedded database.
 */
export async function createServerHome(contents: "schema" | "none" = "schema"): Promise<ServerHome> {
  const template: DatabaseTemplate = inject("databaseTemplate");
  const dataDir = mkdtempSync(join(tmpdir(), "plumb-test-home-"));
  const original = contents === "none" ? ["template0"] : [];
  const database = template.kind === "postgres" ? await createPostgresDatabase(template, ...original) : null;
  if (template.kind === "embedded" && contents === "schema") cpSync(template.folder, dataDir, { recursive: true });
  const processes = new Set<ChildProcess>();
  return {
    dataDir,
    databaseUrl: database?.url ?? null,
    async start(environment = {}, { maxOpenFiles, logTo, program = mainFile } = {}) {
      const limit = maxOpenFiles === undefined ? "" : `ulimit -n ${maxOpenFiles};`;
      const redirection = logTo === undefined ? "" : `2>'${logTo}'`;
      const shell = `${limit}${redirection}` === "" ? [] : ["sh", "-c", `${limit} exec "$@" ${redirection}`, "sh"];
      const [command, ...args] = [...shell, process.execPath, ...inject("serverFlags"), program];
      return startServerProcess([command, ...args], {
        env: {
          PATH: process.env["PATH"],
          // Reuses compiled code, which makes each start a quarter faster.
          NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
          PLUMB_DATA_DIR: dataDir,
          PLUMB_PORT: "0",
          PLUMB_ADMIN_EMAIL: "admin@example.test",
          PLUMB_ADMIN_PASSWORD: "correct horse",
          ...(database === null ? {} : { DATABASE_URL: database.url }),
          ...environment,
        },
        onSpawn: (child) => processes.add(child),
      });
    },
    async [Symbol.asyncDispose]() {
      for (const child of processes) child.kill("SIGKILL");
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
