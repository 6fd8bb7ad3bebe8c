import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Ids that are taken from a sequence before their rows are written. Those that are left over in the end are never used. */
export interface IdStock {
  take(count: number): Promise<number[]>;
}

const mostAtOnce = 8000;

/** The first time it takes as many as are asked for, then more and more, so that few are left over of a few. */
export function createIdStock(db: Db, sequence: "result_detail_id_seq" | "result_id_seq" | "test_id_seq"): IdStock {
  let stock: number[] = [];
  let atOnce = 0;
  return {
    async take(count) {
      if (stock.length < count) {
        const fresh = Math.max(count, atOnce);
        atOnce = Math.min(2 * fresh, mostAtOnce);
        const { rows } = await sql<{ ids: string }>`
          select string_agg(nextval(${sequence})::text, ',') as ids from generate_series(1, ${fresh}::integer)
        `.execute(db);
        stock = [...stock, ...(rows[0]?.ids ?? "").split(",").map(Number)];
      }
      return stock.splice(0, count);
    },
  };
}
