import { setTimeout as after } from "node:timers/promises";
import { limits } from "@plumb/formats/limits.ts";
import { createTurns } from "#core/turns.ts";
import type { Done, Operation } from "#ingest/sources/reportportal/launches/board.ts";
import { NotYet, Refused } from "#ingest/sources/reportportal/refusals.ts";
import { type Outcome, takeTurn, type TurnContext } from "#ingest/sources/reportportal/launches/take-turn.ts";
import { again, createBatcher } from "#store/batcher.ts";

interface Call {
  readonly projectId: number;
  readonly launchKey: string;
  readonly operation: Operation;
  /** Until then it waits for what it names; null: it does not wait. */
  readonly until: number | null;
  /** It was sent before the call that it depends on. */
  isAhead: boolean;
}

/** A client that disconnects does not cancel its call. */
const never = new AbortController().signal;

/** Another server may receive the call that this one waits for, so retry regularly. */
const aheadPauseMs = 100;

/**
 * The calls of each launch, in turns: while one is written, those that come gather for the next. So the disk is asked once for all
 * of them, and every call is answered after it.
 */
export class LaunchTurns {
  readonly #add: (call: Call, lane: string) => Promise<Done>;

  constructor(context: TurnContext) {
    const atOnce = createTurns(limits.reportportalTurnsAtOnce);
    this.#add = createBatcher<Call, Done>({
      work: (calls) => takeCalls(context, calls),
      pick: (waiting) =>
        [...waiting.keys()].slice(0, waiting.filter(({ isAhead }) => isAhead).length + limits.reportportalCallsAtOnce),
      async run(batch, _lane, onlyAgain) {
        // Calls that are sent together arrive one by one.
        await after(onlyAgain ? aheadPauseMs : 0);
        await atOnce.take(never, batch);
      },
    });
  }

  /**
   * Does what a call of a launch asks for.
   *
   * @param mayWait What it names may come a moment later: agents send without waiting for answers.
   * @throws Refused
   */
  do(projectId: number, launchKey: string, operation: Operation, mayWait: boolean): Promise<Done> {
    const until = mayWait ? performance.now() + limits.reportportalAheadMs : null;
    return this.#add({ projectId, launchKey, operation, until, isAhead: false }, `${projectId} ${launchKey}`);
  }
}

async function takeCalls(context: TurnContext, calls: readonly Call[]) {
  const [{ projectId, launchKey }] = calls as readonly [Call];
  const operations = calls.map(({ operation }) => operation);
  const outcomes = await takeTurn(context, projectId, launchKey, operations);
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
