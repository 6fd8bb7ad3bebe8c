import { setTimeout as after } from "node:timers/promises";
import { limits } from "@plumb/formats/limits.ts";
import { createTurns } from "#core/turns.ts";
import type { Done, Operation } from "#ingest/sources/reportportal/board.ts";
import { NotYet, Refused } from "#ingest/sources/reportportal/refusals.ts";
import { type Outcome, takeTurn, type TurnContext } from "#ingest/sources/reportportal/take-turn.ts";

interface Call {
  readonly operation: Operation;
  /** Until then it waits for what it names; null: it does not wait. */
  readonly until: number | null;
  resolve(done: Done): void;
  reject(error: unknown): void;
}

interface Line {
  /** Calls for the next turn. */
  readonly calls: Call[];
  /** Those that came ahead of what they name. */
  ahead: Call[];
  working: boolean;
}

/** A client that disconnects does not cancel its call. */
const never = new AbortController().signal;

/**
 * The calls of each launch, in turns: while one is written, those that come gather for the next. So the disk is asked once for all
 * of them, and every call is answered after it.
 */
export class LaunchTurns {
  readonly #context: TurnContext;
  readonly #lines = new Map<string, Line>();
  readonly #atOnce = createTurns(limits.reportportalTurnsAtOnce);

  constructor(context: TurnContext) {
    this.#context = context;
  }

  /**
   * Does what a call of a launch asks for.
   *
   * @param mayWait What it names may come a moment later: agents send without waiting for answers.
   * @throws Refused
   */
  async do(projectId: number, launchKey: string, operation: Operation, mayWait: boolean): Promise<Done> {
    const name = `${projectId} ${launchKey}`;
    const line = this.#lines.get(name) ?? { calls: [], ahead: [], working: false };
    this.#lines.set(name, line);
    const { promise, resolve, reject } = Promise.withResolvers<Done>();
    const until = mayWait ? performance.now() + limits.reportportalAheadMs : null;
    line.calls.push({ operation, until, resolve, reject });
    if (!line.working) void this.#work(name, projectId, launchKey, line);
    return promise;
  }

  async #work(name: string, projectId: number, launchKey: string, line: Line): Promise<void> {
    line.working = true;
    while (line.calls.length + line.ahead.length > 0) {
      // Calls that were sent together arrive one after the other.
      await after(line.calls.length === 0 ? aheadPauseMs : 0);
      const calls = [...line.ahead, ...line.calls.splice(0, limits.reportportalCallsAtOnce)];
      line.ahead = [];
      try {
        const operations = calls.map(({ operation }) => operation);
        const outcomes = await this.#atOnce.take(never, () =>
          takeTurn(this.#context, projectId, launchKey, operations),
        );
        for (const [index, call] of calls.entries()) answer(line, call, outcomes[index] as Outcome);
      } catch (error) {
        for (const call of calls) call.reject(error);
      }
    }
    line.working = false;
    this.#lines.delete(name);
  }
}

/** Another server may take the call that is waited for, so it is looked for now and then. */
const aheadPauseMs = 100;

function answer(line: Line, call: Call, outcome: Outcome): void {
  if (!(outcome instanceof Refused)) return call.resolve(outcome);
  const mayWait = outcome instanceof NotYet && call.until !== null && performance.now() < call.until;
  if (mayWait && line.ahead.length < limits.reportportalCallsAhead) line.ahead.push(call);
  else call.reject(outcome);
}
