import { createBatcher } from "#store/batcher.ts";
import type { Db } from "#store/db.ts";
import { primaryPosition, ReplicaBehind, replicaPosition } from "#store/replica/read-replica.ts";

/** Identifies a value: ids, such as those of a project and a run. */
type Ids = readonly number[];

/** A value and the revision of the rows that it was read from; `null` if the rows don't exist or have no revision. */
export interface Revised<Value> {
  readonly revision: number | null;
  readonly value: Value;
}

export interface ReadModelPlan<Key extends Ids, Value> {
  /** Maximum total weight of the values in memory. */
  readonly maxWeight: number;
  /** Returns the weight of a value, such as its number of rows. */
  readonly weigh: (value: Value) => number;
  /**
   * Reads the current revision of the rows that the value is made of. A value is loaded again only if it changed. Without this function,
   * each read loads the changes.
   */
  readonly revision?: (db: Db, ...key: Key) => Promise<number | null>;
  /**
   * Loads the value, or only the changes since `before`. May change `before.value` in place and return it if all readers use it in the same
   * turn of the event loop: a failed load discards it.
   *
   * @param revision The result of `revision`; `null` without that function.
   * @returns The value with a revision that isn't newer than the value.
   */
  readonly load: (
    db: Db,
    key: Key,
    before: Revised<Value> | undefined,
    revision: number | null,
  ) => Promise<Revised<Value>>;
}

/**
 * Keeps values in memory that are too expensive to read from the database for each query, and loads what changed before each use.
 *
 * Values of one key load one after another, those of different keys in parallel. Reads that arrive during a load share the next one. The
 * least recently used values are evicted above `maxWeight`; the latest one stays, so memory is bounded by `maxWeight` or the largest value.
 *
 * Values come from the primary or from a read replica. A replica never changes a value that is newer than its data: the read is rejected with
 * `ReplicaBehind`, and repeated on the primary.
 */
export class ReadModel<Key extends Ids, Value> {
  readonly #plan: ReadModelPlan<Key, Value>;
  /** Least recently used first. */
  readonly #entries = new Map<string, Revised<Value> & { readonly weight: number }>();
  readonly #queues = new Map<string, Promise<unknown>>();
  #weight = 0;

  constructor(plan: ReadModelPlan<Key, Value>) {
    this.#plan = plan;
  }

  readonly #refreshes = createBatcher<{ readonly db: Db; readonly key: Key }, Value>({
    work: async (reads) => {
      // The newest database of the readers, so that each of them gets what it has written.
      const { db, key } = reads.reduce((a, b) => (replicaPosition(b.db) > replicaPosition(a.db) ? b : a));
      const value = await this.#refresh(db, key);
      return reads.map(() => value);
    },
    run: (batch, name) => this.#enqueue(String(name), batch),
  });

  /**
   * Returns a value that is at least as new as the database at this call.
   *
   * @throws ReplicaBehind if `db` is a replica that is older than the value in memory.
   */
  read(db: Db, ...key: Key): Promise<Value> {
    return this.#refreshes({ db, key }, key.join("/"));
  }

  /**
   * Runs `work` with a value that doesn't change until it ends. The value may be older than this call, but not newer than `db`.
   *
   * @throws ReplicaBehind as `read`.
   */
  exclusively<Result>(db: Db, key: Key, work: (value: Value) => Promise<Result>): Promise<Result> {
    const name = key.join("/");
    return this.#enqueue(name, async () => {
      const known = this.#entries.get(name);
      if (known === undefined) return work(await this.#refresh(db, key));
      if (replicaPosition(db) < primaryPosition) refuseOlder((await this.#plan.revision?.(db, ...key)) ?? null, known);
      return work(known.value);
    });
  }

  #enqueue<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const done = (this.#queues.get(name) ?? Promise.resolve()).then(work, work);
    this.#queues.set(name, done);
    return done.finally(() => {
      if (this.#queues.get(name) === done) this.#queues.delete(name);
    });
  }

  async #refresh(db: Db, key: Key): Promise<Value> {
    const name = key.join("/");
    const revision = (await this.#plan.revision?.(db, ...key)) ?? null;
    const before = this.#entries.get(name);
    if (before !== undefined && replicaPosition(db) < primaryPosition) refuseOlder(revision, before);
    this.#evict(name);
    const isCurrent = before !== undefined && this.#plan.revision !== undefined && before.revision === revision;
    const loaded = isCurrent ? before : await this.#plan.load(db, key, before, revision);
    const weight = this.#plan.weigh(loaded.value);
    this.#entries.set(name, { ...loaded, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#plan.maxWeight || oldest === name) break;
      this.#evict(oldest);
    }
    return loaded.value;
  }

  #evict(name: string): void {
    this.#weight -= this.#entries.get(name)?.weight ?? 0;
    this.#entries.delete(name);
  }
}

/** @throws ReplicaBehind if the replica has an earlier revision than the value in memory, or not yet the row with the revision. */
function refuseOlder(revision: number | null, { revision: known }: Revised<unknown>): void {
  if (known !== null && (revision === null || revision < known)) throw new ReplicaBehind();
}
