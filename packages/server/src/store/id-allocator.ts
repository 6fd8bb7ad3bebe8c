import { type RawBuilder, sql } from "kysely";
import type { Db } from "./db.ts";

type Sequence = "result_detail_id_seq" | "result_id_seq" | "test_id_seq";

/** Selects the next ids of a sequence as one text for `idsOf`. Parsing an array takes the driver longer than the query itself. */
export function nextIds(sequence: Sequence, count: number): RawBuilder<string | null> {
  return sql`(select string_agg(nextval(${sequence})::text, ',') from generate_series(1, ${count}::integer))`;
}

/** Returns no ids for `null`. */
export function idsOf(text: string | null): number[] {
  return text === null ? [] : text.split(",").map(Number);
}

/** Takes ids from a sequence before their rows are written. Unused ids are lost. */
export interface IdAllocator {
  take(count: number): Promise<number[]>;
}

const maxConcurrent = 8000;

/** Starts with the requested number and doubles it, so that a small import leaves few ids unused. */
export function createIdAllocator(db: Db, sequence: Sequence): IdAllocator {
  let stock: number[] = [];
  let atOnce = 0;
  return {
    async take(count) {
      if (stock.length < count) {
        const fresh = Math.max(count, atOnce);
        atOnce = Math.min(2 * fresh, maxConcurrent);
        const { rows } = await sql<{ ids: string | null }>`select ${nextIds(sequence, fresh)} as ids`.execute(db);
        stock = [...stock, ...idsOf(rows[0]?.ids ?? null)];
      }
      return stock.splice(0, count);
    },
  };
}
