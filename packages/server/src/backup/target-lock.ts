import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { minuteMs } from "@plumb/contract/durations.ts";
import { z } from "zod";
import type { BackupTarget } from "./backup-target.ts";

const lockName = "in-use.json";
const renewalMs = minuteMs;
/** Longer than several renewals, so that a slow target does not end a lock. After a crash, the target is blocked for this long. */
const staleMs = 5 * minuteMs;

const Lock = z.object({ id: z.string(), host: z.string(), renewedAt: z.iso.datetime() });

/** Another process writes a backup to the target, or removes old ones. */
export class TargetInUse extends Error {}

export interface TargetLock extends AsyncDisposable {
  /** @throws TargetInUse if another process took the lock over, because this one was paused for minutes. */
  check(): Promise<void>;
}

/**
 * Locks a target: files of a backup that is being written are in no manifest yet, so a removal of unused files would delete them.
 *
 * Folders and buckets have no common operation that creates a file only once. Two processes that start within the same second can both write the file; the
 * one that wrote first finds this out with its next `check`, before it writes a manifest or deletes anything.
 *
 * @throws TargetInUse
 */
export async function lockTarget(target: BackupTarget): Promise<TargetLock> {
  const id = randomUUID();
  const write = async () => {
    const lock: z.infer<typeof Lock> = { id, host: hostname(), renewedAt: new Date().toISOString() };
    await target.write(lockName, Readable.from([JSON.stringify(lock)], { objectMode: false }));
  };
  const check = async () => {
    const lock = await readLock(target);
    if (lock?.id !== id) throw inUse(target, lock?.host);
  };
  const current = await readLock(target);
  // A time far in the future is that of a wrong clock.
  if (current !== null && Math.abs(Date.now() - Date.parse(current.renewedAt)) < staleMs)
    throw inUse(target, current.host);
  await write();
  await check();
  const renew = async () => {
    await check();
    await write();
  };
  const timer = setInterval(() => void renew().catch(() => undefined), renewalMs);
  return {
    check,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      // A lock that remains becomes stale.
      const own = await check().then(
        () => true,
        () => false,
      );
      if (own) await target.removeFile(lockName).catch(() => undefined);
    },
  };
}

/** Returns `null` without a lock, or if the lock is incomplete because the disk was full. */
async function readLock(target: BackupTarget): Promise<z.infer<typeof Lock> | null> {
  const stream = await target.read(lockName);
  if (stream === null) return null;
  const content = await text(stream);
  try {
    return Lock.parse(JSON.parse(content));
  } catch {
    return null;
  }
}

function inUse(target: BackupTarget, host = "another machine"): TargetInUse {
  return new TargetInUse(
    `${target.description} is in use: a backup is being written there, or old ones are being removed (on ${host}). Try again later; after a crash, in five minutes.`,
  );
}
