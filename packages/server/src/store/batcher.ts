import { currentScope, runInScope, runOutsideScope, type Scope } from "#tracing/scope.ts";

/** Result for an item that must be handled again. It becomes the first one in the next batch. */
export const again: unique symbol = Symbol("again");

type Outcome<Result> = Result | PromiseLike<Result> | typeof again;

interface BatcherPlan<Item, Result> {
  /** Handles a batch and returns the results in the order of the items. An error rejects all of them. */
  readonly work: (items: readonly Item[]) => Promise<readonly Outcome<Result>[]>;
  /** Selects the next batch: returns the indices of its items in ascending order. The default is all items. */
  readonly pick?: (waiting: readonly Item[]) => readonly number[];
  /**
   * Runs each batch, for example once a semaphore is free. Items that arrive before that are part of the batch.
   *
   * @param onlyAgain True if only items that must be handled again are waiting.
   */
  readonly run?: (batch: () => Promise<void>, lane: string | number, onlyAgain: boolean) => Promise<void>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (value: Result | PromiseLike<Result>) => void;
  readonly reject: (error: unknown) => void;
  readonly scope: Scope;
  again: boolean;
}

/**
 * Handles concurrent items in batches: the first item starts immediately, and items that arrive while it runs form the next batch. An item never
 * joins a batch that has started, so its result includes everything committed before it arrived.
 *
 * @returns A function that adds an item. Each lane has its own batches.
 */
export function createBatcher<Item, Result>({
  work,
  pick = (waiting) => [...waiting.keys()],
  run = (batch) => batch(),
}: BatcherPlan<Item, Result>): (item: Item, lane?: string | number) => Promise<Result> {
  /** Active lanes with their waiting items. */
  const lanes = new Map<string | number, Waiting<Item, Result>[]>();

  const handle = async (lane: Waiting<Item, Result>[]): Promise<void> => {
    const positions = new Set(pick(lane.map(({ item }) => item)));
    const batch = lane.filter((_, index) => positions.has(index));
    const left = lane.filter((_, index) => !positions.has(index));
    lane.splice(0, lane.length, ...left);
    try {
      const outcomes = await inScopeOf(batch, () => work(batch.map(({ item }) => item)));
      const retried = batch.filter((_, index) => outcomes[index] === again);
      for (const waiting of retried) waiting.again = true;
      lane.unshift(...retried);
      for (const [index, { resolve }] of batch.entries()) {
        const outcome = outcomes[index] as Outcome<Result>;
        if (outcome !== again) resolve(outcome);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  const empty = async (name: string | number, lane: Waiting<Item, Result>[]): Promise<void> => {
    while (lane.length > 0) {
      const onlyAgain = lane.every((waiting) => waiting.again);
      await run(() => handle(lane), name, onlyAgain).catch((error: unknown) => {
        for (const { reject } of lane.splice(0)) reject(error);
      });
    }
    lanes.delete(name);
  };

  return (item, name = "") =>
    new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject, scope: currentScope(), again: false };
      const lane = lanes.get(name);
      if (lane !== undefined) return void lane.push(waiting);
      const started = [waiting];
      lanes.set(name, started);
      return void empty(name, started);
    });
}

/** Items of several requests are handled for none of them, because what they cause would have the id of another request. */
function inScopeOf<Value>([first, ...others]: readonly { readonly scope: Scope }[], work: () => Value): Value {
  const isShared = first !== undefined && others.every(({ scope }) => scope.requestId === first.scope.requestId);
  return isShared ? runInScope(first.scope, work) : runOutsideScope(work);
}
