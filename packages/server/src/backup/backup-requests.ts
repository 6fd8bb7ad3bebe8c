import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";

/*
 * The command line asks a running server for a backup, or for the export of a project, through files in the data folder, because another process cannot open the embedded database. A
 * user who can write to this folder can read and change all data anyway.
 */
const requestName = /^backup-request-([0-9a-f-]{36})\.json$/;
const leftover = /^backup-(request|result|copy)-/;

const pathsOf = (dataDir: string, id: string) => ({
  request: join(dataDir, `backup-request-${id}.json`),
  result: join(dataDir, `backup-result-${id}.json`),
});

const pollMs = 500;
/** A server of this version reacts sooner, and its sign of life is newer. */
const silentMs = 20_000;

const Request = z.object({
  to: z.string(),
  /** Name or id of the project to export; `null` for a backup. */
  project: z.string().nullable(),
});

export type BackupRequest = z.infer<typeof Request>;

type Outcome = { readonly state: "running" } | { readonly report: unknown } | { readonly error: string };

/**
 * Asks the running server for a backup or an export, and waits for its report.
 *
 * @param inUse Why this process cannot open the database.
 */
export async function requestBackup(dataDir: string, requested: BackupRequest, inUse: Error): Promise<unknown> {
  const { request, result } = pathsOf(dataDir, randomUUID());
  writeComplete(request, JSON.stringify(requested));
  try {
    for (let seenAt = Date.now(); Date.now() - seenAt < silentMs; await setTimeout(pollMs)) {
      const outcome = readOutcome(result);
      if (outcome === null) continue;
      if ("error" in outcome) throw new Error(outcome.error);
      if ("report" in outcome) return outcome.report;
      seenAt = Math.max(seenAt, statSync(result).mtimeMs);
    }
    throw new Error(`${inUse.message} It does not react to the request. Stop it, and try again.`);
  } finally {
    for (const path of [request, result]) rmSync(path, { force: true });
  }
}

function readOutcome(path: string): Outcome | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Outcome;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Makes the backups and exports that the command line requests, one at a time, until it is disposed of.
 *
 * @param make Its errors have messages for the operator.
 */
export function serveBackupRequests(dataDir: string, make: (request: BackupRequest) => Promise<unknown>): Disposable {
  for (const name of readdirSync(dataDir))
    if (leftover.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
  let current: string | null = null;
  const finish = (outcome: Outcome) => {
    if (current !== null) writeComplete(current, JSON.stringify(outcome));
    current = null;
  };
  const serve = async (id: string) => {
    const { request, result } = pathsOf(dataDir, id);
    current = result;
    try {
      const requested = Request.parse(JSON.parse(readFileSync(request, "utf8")));
      writeComplete(result, JSON.stringify({ state: "running" } satisfies Outcome));
      rmSync(request);
      finish({ report: await make(requested) });
    } catch (error) {
      finish({ error: error instanceof Error ? error.message : String(error) });
    }
  };
  const timer = setInterval(() => {
    if (current !== null) return touch(current);
    const id = nextRequest(dataDir);
    if (id !== undefined) void serve(id).catch(() => undefined);
  }, pollMs);
  timer.unref();
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
      finish({ error: "The server was stopped during the backup. Start the backup again." });
    },
  };
}

/** Returns the id of a request; `undefined` without one, and while the data folder cannot be read. */
function nextRequest(dataDir: string): string | undefined {
  try {
    return readdirSync(dataDir).flatMap((name) => requestName.exec(name)?.[1] ?? [])[0];
  } catch {
    // It is called twice a second, and the folder may have been removed.
    return undefined;
  }
}

/** Renames the file when it is complete, because the other process may read it at any time. */
function writeComplete(path: string, content: string): void {
  const unfinished = `${path}.part`;
  writeFileSync(unfinished, content, { mode: 0o600 });
  renameSync(unfinished, path);
}

function touch(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // The command was interrupted and has deleted the file.
  }
}
