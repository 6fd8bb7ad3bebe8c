import { setTimeout as after } from "node:timers/promises";
import { limits } from "@plumb/formats/limits.ts";
import { createSemaphore } from "#core/semaphore.ts";
import type { Done, Operation } from "#ingest/sources/reportportal/launches/launch-state.ts";
import { NotYet, Refused } from "./refusals.ts";
import {
  type Outcome,
  applyOperations,
  type LaunchContext,
} from "#ingest/sources/reportportal/launches/apply-operations.ts";
import { again, createBatcher } from "#store/batcher.ts";

interface Call {
  readonly projectId: number;
  readonly launchKey: string;
  readonly operation: Operation;
  /** How long it waits for an object that it refers to; `null` if it does not wait. */
  readonly until: number | null;
  /** True if it arrived before the call that it depends on. */
  isAhead: boolean;
}

/** A client that disconnects does not cancel its call. */
const never = new AbortController().signal;

/** The call that this one waits for may arrive at another server, so it is retried regularly. */
const aheadPauseMs = 100;

/**
 * Processes the calls of each launch in batches: calls that arrive while one batch is written form the next one. Each batch waits for the disk once,
 * before its calls are answered.
 */
export class LaunchQueue {
  readonly #add: (call: Call, lane: string) => Promise<Done>;

  constructor(context: LaunchContext) {
    const atOnce = createSemaphore(limits.reportportalBatchesAtOnce);
    this.#add = createBatcher<Call, Done>({
      work: (calls) => takeCalls(context, calls),
      pick: (waiting) =>
        [...waiting.keys()].slice(0, waiting.filter(({ isAhead }) => isAhead).length + limits.reportportalCallsAtOnce),
      async run(batch, _lane, onlyAgain) {
        // Waits one event loop iteration, because calls that are sent together arrive one at a time.
        await after(onlyAgain ? aheadPauseMs : 0);
        await atOnce.take(never, batch);
      },
    });
  }

  /**
   * Applies a call to a launch.
   *
   * @param mayWait True if something that it refers to may arrive later, because the agent sends calls without waiting for responses.
   * @throws Refused
   */
  do(projectId: number, launchKey: string, operation: Operation, mayWait: boolean): Promise<Done> {
    const until = mayWait ? performance.now() + limits.reportportalAheadMs : null;
    return this.#add({ projectId, launchKey, operation, until, isAhead: false }, `${projectId} ${launchKey}`);
  }
}

async function takeCalls(context: LaunchContext, calls: readonly Call[]) {
  const [{ projectId, launchKey }] = calls as readonly [Call];
  const operations = calls.map(({ operation }) => operation);
  const outcomes = await applyOperations(context, projectId, launchKey, operations);
  let ahead = 0;
  return calls.map((call, index) => {
    const { until } = call;
    const outcome = outcomes[index] as Outcome;
    if (!(outcome instanceof Refused)) return outcome;
    const mayWait = outcome instanceof NotYet && until !== null && performance.now() < until;
    if (!mayWait || ahead >= limits.reportportalCallsAhead) return Promise.reject(outcome);
    ahead += 1;
    call.isAhead = true;
    return again;
  });
}
