import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import type { BackupReport } from "./make-backup.ts";

/*
 * The command line asks a running server for a backup through files in the data folder, because another process cannot open the embedded database. A
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

const Request = z.object({ to: z.string() });

type Outcome = { readonly state: "running" } | { readonly report: BackupReport } | { readonly error: string };

/**
 * Asks the running server for a backup, and waits for it.
 *
 * @param inUse Why this process cannot open the database.
 */
export async function requestBackup(dataDir: string, to: string, inUse: Error): Promise<BackupReport> {
  const { request, result } = pathsOf(dataDir, randomUUID());
  writeComplete(request, JSON.stringify({ to } satisfies z.infer<typeof Request>));
  try {
    for (let seenAt = Date.now(); Date.now() - seenAt < silentMs; await setTimeout(pollMs)) {
      const outcome = readOutcome(result);
      if (outcome === null) continue;
      if ("error" in outcome) throw new Error(outcome.error);
      if ("report" in outcome) return outcome.report;
      seenAt = Math.max(seenAt, statSync(result).mtimeMs);
    }
    throw new Error(`${inUse.message} It does not react to the request for a backup. Stop it to make one.`);
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
 * Makes the backups that the command line requests, one at a time, until it is disposed of.
 *
 * @param make Its errors have messages for the operator.
 */
export function serveBackupRequests(dataDir: string, make: (to: string) => Promise<BackupReport>): Disposable {
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
      const { to } = Request.parse(JSON.parse(readFileSync(request, "utf8")));
      writeComplete(result, JSON.stringify({ state: "running" } satisfies Outcome));
      rmSync(request);
      finish({ report: await make(to) });
    } catch (error) {
      finish({ error: error instanceof Error ? error.message : String(error) });
    }
  };
  const timer = setInterval(() => {
    if (current !== null) return touch(current);
    const id = readdirSync(dataDir).flatMap((name) => requestName.exec(name)?.[1] ?? [])[0];
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
