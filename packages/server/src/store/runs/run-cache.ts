import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";

/**
 * Selects the revision of a run, which changes whenever its results do; `null` if the run does not exist. Use it in the statement that reads the
 * results.
 */
export function runRevision(projectId: number, runId: number): RawBuilder<unknown> {
  return sql`(select revision from run where project_id = ${projectId} and id = ${runId})`;
}

export interface Revised<Value> {
  readonly revision: number | null;
  readonly value: Value;
}

/** Cached values per run; see `createRunCache`. */
export interface RunCache<Value> {
  of(projectId: number, runId: number): Promise<Value>;
}

interface Options<Value> {
  /**
   * Reads the revision in the same statement as the results.
   *
   * @param before Cached value of the run. Must not be changed, because others may be reading it.
   */
  readonly load: (projectId: number, runId: number, before: Revised<Value> | undefined) => Promise<Revised<Value>>;
  readonly weigh: (value: Value) => number;
  /** Maximum total weight. The most recently used value is kept even if it is heavier. */
  readonly most: number;
}

/** Caches values derived from the results of a run until they change; evicts least recently used ones. */
export function createRunCache<Value>(db: Db, { load, weigh, most }: Options<Value>): RunCache<Value> {
  const kept = new Map<string, Revised<Value>>();
  const loading = new Map<string, Promise<Revised<Value>>>();
  let weight = 0;

  function drop(key: string): void {
    const before = kept.get(key);
    if (before === undefined) return;
    kept.delete(key);
    weight -= weigh(before.value);
  }

  function keep(key: string, loaded: Revised<Value>): void {
    drop(key);
    kept.set(key, loaded);
    weight += weigh(loaded.value);
    for (const oldest of kept.keys()) {
      if (weight <= most || oldest === key) return;
      drop(oldest);
    }
  }

  function loaded(key: string, projectId: number, runId: number): Promise<Revised<Value>> {
    const begun = load(projectId, runId, kept.get(key)).finally(() => loading.delete(key));
    loading.set(key, begun);
    return begun;
  }

  return {
    async of(projectId, runId) {
      const key = `${projectId}/${runId}`;
      const { rows } = await sql<{ revision: number | null }>`
        select ${runRevision(projectId, runId)} as revision
      `.execute(db);
      const revision = rows[0]?.revision ?? null;
      const known = kept.get(key);
      if (known?.revision === revision) {
        // Moves the entry to the end, because it is now the most recently used one.
        kept.delete(key);
        kept.set(key, known);
        return known.value;
      }
      // Concurrent queries for one report share a load unless the load started before the results changed.
      const shared = await loading.get(key);
      const found = shared?.revision === revision ? shared : await loaded(key, projectId, runId);
      keep(key, found);
      return found.value;
    },
  };
}
