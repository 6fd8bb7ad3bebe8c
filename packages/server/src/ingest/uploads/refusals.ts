import { minuteMs } from "@plumb/contract/durations.ts";
import { formatCount } from "@plumb/contract/figures.ts";
import { refusalsPerMinute } from "@plumb/contract/runs/upload-labels.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import type { Context } from "#core/context.ts";
import { guard } from "#core/guard.ts";
import { nobody, noSenderDetails } from "./new-upload.ts";
import { type UploadEnd, insertUpload, type NewUpload } from "#store/uploads/uploads.ts";
import { createBatcher } from "#store/batcher.ts";
import { countRefusals } from "#store/uploads/counted-refusals.ts";

type Needs = Pick<Context, "bus" | "clock" | "db" | "log">;

/** Rejections of a project within one minute. */
interface Minute {
  readonly endsAt: number;
  listed: number;
  /** Counts by reason that are not stored yet. */
  readonly uncounted: Map<string, number>;
  /** The row for rejections without their own row, once it is inserted. */
  row: { readonly id: number; readonly counted: Map<string, number> } | null;
}

export interface Refusals {
  /**
   * Records a rejected upload. Per project and minute, a few get their own row and the rest share a single row, so that a broken client cannot fill
   * the table. Returns `null` if the upload was only counted or could not be recorded.
   */
  note(upload: NewUpload, end: UploadEnd): Promise<number | null>;
  /** Counts a rejection without its own row. */
  count(projectId: number, reason: string): void;
  /** Stores the counts. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const flushMs = 15_000;
/** Maximum number of reasons per minute. Reasons may contain sent values, so their number is unlimited otherwise. */
const maxReasons = 20;

export function createRefusals(context: Needs): Refusals {
  const { bus, clock, db, log } = context;
  const minutes = new Map<number, Minute>();

  const minuteOf = (projectId: number): Minute => {
    const now = clock().getTime();
    const open = minutes.get(projectId);
    if (open !== undefined && open.endsAt > now) return open;
    // Counts of the previous minute that are not stored yet.
    const left = open?.uncounted ?? new Map<string, number>();
    const next: Minute = { endsAt: now + minuteMs, listed: 0, uncounted: left, row: null };
    minutes.set(projectId, next);
    return next;
  };

  /** Returns the row that has the counts. */
  const storeCounts = async (projectId: number, minute: Minute): Promise<Minute["row"]> => {
    if (minute.uncounted.size === 0) return minute.row;
    const counted = new Map(minute.row?.counted);
    const taken = new Map(minute.uncounted);
    minute.uncounted.clear();
    for (const [reason, times] of taken) counted.set(reason, (counted.get(reason) ?? 0) + times);
    try {
      const upload = { ...unlisted, projectId, receivedAt: clock() };
      const id = await countRefusals(db, upload, { id: minute.row?.id ?? null, now: clock(), ...asText(counted) });
      bus.publish({ about: "uploads", projectId });
      return { id, counted };
    } catch (error) {
      for (const [reason, times] of taken) minute.uncounted.set(reason, (minute.uncounted.get(reason) ?? 0) + times);
      throw error;
    }
  };

  const flush = async () => {
    for (const [projectId, minute] of minutes) {
      minute.row = await storeCounts(projectId, minute);
      if (minute.endsAt <= clock().getTime() && minute.uncounted.size === 0) minutes.delete(projectId);
    }
  };
  // Runs flushes one at a time, because two concurrent ones would insert two rows for a minute.
  const flushes = createBatcher<null, null>({
    async work(batch) {
      await flush();
      return batch.map(() => null);
    },
  });
  const flushInTurn = async () => void (await flushes(null));
  const timer = setInterval(guard(log, "refused uploads were not counted", flushInTurn), flushMs).unref();

  const add = (minute: Minute, reason: string) => {
    const key = minute.uncounted.has(reason) || minute.uncounted.size < maxReasons ? reason : "Other reasons";
    minute.uncounted.set(key, (minute.uncounted.get(key) ?? 0) + 1);
  };

  return {
    async note(upload, end) {
      const minute = minuteOf(upload.projectId);
      if (minute.listed >= refusalsPerMinute) {
        add(minute, cut(end.reason ?? "", 200));
        return null;
      }
      minute.listed += 1;
      try {
        const id = await insertUpload(db, upload, { state: end.state, writer: null, end, endedAt: clock() });
        bus.publish({ about: "uploads", projectId: upload.projectId });
        return id;
      } catch (error) {
        // The request is rejected with its own reason in any case.
        log.warn({ err: error }, "a refused upload was not noted");
        return null;
      }
    },
    count: (projectId, reason) => add(minuteOf(projectId), reason),
    flush: flushInTurn,
    async stop() {
      clearInterval(timer);
      await flushInTurn().catch((error: unknown) => log.warn({ err: error }, "refused uploads were not counted"));
    },
  };
}

const unlisted = {
  way: "file",
  sender: nobody,
  facts: noSenderDetails,
  name: "more requests",
  fileCount: 0,
  bytes: 0,
} as const;

/** Returns the number of rejections and the most frequent reasons. */
function asText(counted: ReadonlyMap<string, number>): { times: number; reason: string } {
  const reasons = [...counted].toSorted(([, a], [, b]) => b - a);
  const times = reasons.reduce((sum, [, count]) => sum + count, 0);
  const named = reasons.slice(0, 3).map(([reason, count]) => `${formatCount(count)} × ${reason}`);
  const more = reasons.length > named.length ? ` and ${formatCount(reasons.length - named.length)} other reasons` : "";
  return { times, reason: `${named.join(" ")}${more}` };
}
