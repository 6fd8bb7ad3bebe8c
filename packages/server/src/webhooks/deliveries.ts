import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#core/context.ts";
import { takeNewFailures } from "#store/runs/new-failures.ts";
import { projectById } from "#store/projects/projects.ts";
import { reportById } from "#store/runs/runs.ts";
import {
  type Attempt,
  claimDue,
  lockUnpreparedRun,
  prepareDeliveries,
} from "#store/integrations/webhook-deliveries.ts";
import { bodyText, failuresTold, runTold, toldFailures } from "#webhooks/body.ts";
import { claimedUntil, send } from "#webhooks/send.ts";

/** Retries are due by the clock, and another replica may have died over a delivery. */
const everyMs = 5000;
const atOnce = 8;
/** How long a stop waits for attempts under way; what does not come back is made again after the next start. */
const goodbyeMs = 3000;

/** Sends what is due: several webhooks side by side, to each one delivery at a time. */
function createDeliverer(context: Pick<Context, "bus" | "clock" | "db" | "log" | "outgoing" | "publicUrl" | "sealer">) {
  const sending = new Set<Promise<void>>();
  let last = Promise.resolve();
  let queued = false;
  const end = new AbortController();

  const work = async () => {
    queued = false;
    while (!end.signal.aborted && (await prepareNext(context)));
    const now = context.clock();
    const free = atOnce - sending.size;
    if (end.signal.aborted || free === 0) return;
    for (const attempt of await claimDue(context.db, { now, until: claimedUntil(now), most: free })) launch(attempt);
  };
  const launch = (attempt: Attempt) => {
    const sent = send(context, attempt)
      .catch((error: unknown) => context.log.error({ err: error, delivery: attempt.id }, "a delivery was not noted"))
      .finally(() => {
        sending.delete(sent);
        turn();
      });
    sending.add(sent);
  };
  /** Returns at once. Turns that are asked for while one waits are one. */
  const turn = () => {
    if (queued || end.signal.aborted) return;
    queued = true;
    last = last.then(work).catch((error: unknown) => context.log.error({ err: error }, "webhooks were not delivered"));
  };
  return {
    turn,
    /** Once nothing is due and nothing under way. */
    idle: async () => {
      let seen: Promise<void>;
      do {
        seen = last;
        await seen;
        await Promise.all(sending);
        // Whatever ended asked for a turn.
      } while (seen !== last);
    },
    stop: () => end.abort(),
  };
}

/** Finds the new failures of one run that finished, and puts them into its deliveries; false if there is none left. */
async function prepareNext({ db, clock, publicUrl }: Pick<Context, "db" | "clock" | "publicUrl">): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const run = await lockUnpreparedRun(transaction);
    if (run === null) return false;
    const { projectId, runId, queuedAt } = run;
    const found = await takeNewFailures(transaction, run, toldFailures);
    const report = await reportById(transaction, projectId, runId);
    const project = await projectById(transaction, projectId);
    const body =
      found.count === 0 || report === null || project === null
        ? null
        : bodyText({
            event: "failure.new",
            createdAt: queuedAt.toISOString(),
            project: { id: project.id, name: project.name },
            run: runTold(report, publicUrl()),
            newFailures: failuresTold(found, publicUrl()),
          });
    await prepareDeliveries(transaction, run, body, clock());
    return true;
  });
}

/** Sends everything that is due at this moment. Safe on several replicas at once. */
export async function deliverDue(
  context: Pick<Context, "bus" | "clock" | "db" | "log" | "outgoing" | "publicUrl" | "sealer">,
): Promise<void> {
  const deliverer = createDeliverer(context);
  deliverer.turn();
  await deliverer.idle();
}

/** Delivers whenever a run was judged, and by the clock. Returns the way to stop. */
export function startDeliveries(
  context: Pick<Context, "bus" | "clock" | "db" | "log" | "outgoing" | "publicUrl" | "sealer">,
): () => Promise<void> {
  const deliverer = createDeliverer(context);
  const timer = setInterval(deliverer.turn, everyMs);
  const unsubscribe = context.bus.subscribe((message) => {
    if (message.about === "run" && message.change === "finished") deliverer.turn();
  });
  return async () => {
    deliverer.stop();
    clearInterval(timer);
    unsubscribe();
    await Promise.race([deliverer.idle(), sleep(goodbyeMs, undefined, { ref: false })]);
  };
}
