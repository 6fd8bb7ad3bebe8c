import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";

type Sequence = "result_detail_id_seq" | "result_id_seq" | "test_id_seq";

/** The next ids of a sequence as one text, which `idsOf` reads: as an array the driver takes longer over them than the database. */
export function nextIds(sequence: Sequence, count: number): RawBuilder<string | null> {
  return sql`(select string_agg(nextval(${sequence})::text, ',') from generate_series(1, ${count}::integer))`;
}

/** Null stands for none. */
export function idsOf(text: string | null): number[] {
  return text === null ? [] : text.split(",").map(Number);
}

/** Ids that are taken from a sequence before their rows are written. Those that are left over in the end are never used. */
export interface IdStock {
  take(count: number): Promise<number[]>;
}

const mostAtOnce = 8000;

/** The first time it takes as many as are asked for, then more and more, so that few are left over of a few. */
export function createIdStock(db: Db, sequence: Sequence): IdStock {
  let stock: number[] = [];
  let atOnce = 0;
  return {
    async take(count) {
      if (stock.length < count) {
        const fresh = Math.max(count, atOnce);
        atOnce = Math.min(2 * fresh, mostAtOnce);
        const { rows } = await sql<{ ids: string | null }>`select ${nextIds(sequence, fresh)} as ids`.execute(db);
        stock = [...stock, ...idsOf(rows[0]?.ids ?? null)];
      }
      return stock.splice(0, count);
    },
  };
}
