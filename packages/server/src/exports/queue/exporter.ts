import type { Context } from "#core/context.ts";
import { expiryOf } from "./kept-exports.ts";
import { makeExport } from "./make-export.ts";
import { sweepExports } from "./sweep-exports.ts";
import { claimExports, recoverExports, type StoredExport } from "#store/exports/exports.ts";

/** What was queued by another replica, or left by one that died, is found by the clock. */
const everyMs = 5000;
const sweepMs = 600_000;
/** Each takes a processor; the server needs one for itself. */
const atOnce = 2;
/** An export that takes the server down with it is not tried for ever. */
const mostAttempts = 3;

/** Makes what is queued, a few at once. */
function createExporter(
  context: Pick<Context, "blobs" | "bus" | "clock" | "config" | "db" | "log" | "publicUrl" | "writer">,
) {
  const making = new Map<number, { ended: Promise<void>; abort: AbortController }>();
  let last = Promise.resolve();
  let queued = false;
  let stopped = false;

  const work = async () => {
    queued = false;
    const free = atOnce - making.size;
    if (stopped || free === 0) return;
    const now = context.clock();
    const error = `The server stopped ${mostAttempts} times while it made this. Its log may say why.`;
    await recoverExports(context.db, context.writer, { most: mostAttempts, error, now, expiresAt: expiryOf(now) });
    for (const claimed of await claimExports(context.db, context.writer, free)) launch(claimed);
  };
  const launch = (claimed: StoredExport) => {
    const abort = new AbortController();
    const ended = makeExport(context, claimed, abort.signal)
      .catch((error: unknown) => context.log.error({ err: error, export: claimed.exportId }, "an export was not noted"))
      .finally(() => {
        making.delete(claimed.exportId);
        turn();
      });
    making.set(claimed.exportId, { ended, abort });
  };
  /** Returns at once. Turns that are asked for while one waits are one. */
  const turn = () => {
    if (queued || stopped) return;
    queued = true;
    last = last.then(work).catch((error: unknown) => context.log.error({ err: error }, "exports were not made"));
  };
  return {
    turn,
    /** Ends what is being made: nobody waits for it any more. */
    cancel: (exportId: number) => making.get(exportId)?.abort.abort(),
    /** Once nothing is queued and nothing under way. */
    idle: async () => {
      let seen: Promise<void>;
      do {
        seen = last;
        await seen;
        await Promise.all([...making.values()].map(({ ended }) => ended));
        // Whatever ended asked for a turn.
      } while (seen !== last);
    },
    stop: () => {
      stopped = true;
      for (const { abort } of making.values()) abort.abort();
    },
  };
}

/** Makes everything that is queued at this moment. Safe on several replicas at once. */
export async function makeExports(
  context: Pick<Context, "blobs" | "bus" | "clock" | "config" | "db" | "log" | "publicUrl" | "writer">,
): Promise<void> {
  const exporter = createExporter(context);
  exporter.turn();
  await exporter.idle();
}

/** Makes exports as they are asked for. Returns the way to stop: what is under way is made again after the next start. */
export function startExports(
  context: Pick<Context, "blobs" | "bus" | "clock" | "config" | "db" | "log" | "publicUrl" | "writer">,
): () => Promise<void> {
  const exporter = createExporter(context);
  const timer = setInterval(exporter.turn, everyMs);
  let swept = Promise.resolve();
  const sweep = () => {
    swept = sweepExports(context, context.clock()).catch((error: unknown) =>
      context.log.error({ err: error }, "expired exports were not deleted"),
    );
  };
  const sweeping = setInterval(sweep, sweepMs);
  const unsubscribe = context.bus.subscribe((message) => {
    if (message.about !== "export") return;
    if (message.change === "queued") exporter.turn();
    else exporter.cancel(message.exportId);
  });
  exporter.turn();
  return async () => {
    clearInterval(timer);
    clearInterval(sweeping);
    unsubscribe();
    exporter.stop();
    await exporter.idle();
    await swept;
  };
}
