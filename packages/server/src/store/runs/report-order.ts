import type { ReportSort, SortOrder } from "@plumb/contract/runs/report-list.ts";
import { type RawBuilder, sql } from "kysely";

/** Position of a report in a sort order, exact to the microsecond. `key` is the sort value, or `null` if it has none. */
export interface ReportPosition {
  readonly key: string | null;
  readonly startedAt: string;
  readonly id: number;
}

export interface ReportOrder {
  readonly by: ReportSort;
  readonly direction: SortOrder;
}

/** Part of a sort order that can be read from one index in one direction. An order is a sequence of stretches. */
export interface Stretch {
  readonly where: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
}

const keys = {
  startTime: { column: "r.started_at", type: "timestamptz", mayLack: false },
  duration: { column: "r.duration_ms", type: "double precision", mayLack: true },
  passRate: { column: "r.pass_rate", type: "double precision", mayLack: true },
  failed: { column: "r.failures", type: "integer", mayLack: false },
  testSuite: { column: "r.suite", type: "text", mayLack: false },
} as const;

/** Returns the `key` of `ReportPosition` as text. */
export function orderKey({ by }: ReportOrder): RawBuilder<unknown> {
  return sql.raw(`${keys[by].column}::text`);
}

/** Returns the stretches after `after`, or the whole order for `null`. */
export function stretchesAfter({ by, direction }: ReportOrder, after: ReportPosition | null): Stretch[] {
  const way = sql.raw(direction);
  const beyond = sql.raw(direction === "asc" ? ">" : "<");
  const { column: name, type: typeName, mayLack } = keys[by];
  const column = sql.raw(name);
  const type = sql.raw(typeName);
  if (by === "testSuite") {
    const newest = sql`r.started_at desc, r.id desc`;
    const order = sql`${column} ${way}, ${newest}`;
    if (after === null) return [{ where: sql`true`, order }];
    const older = sql`(r.started_at, r.id) < (${after.startedAt}::timestamptz, ${after.id}::bigint)`;
    return [
      { where: sql`${column} = ${after.key} and ${older}`, order: newest },
      { where: sql`${column} ${beyond} ${after.key}`, order },
    ];
  }
  const order = sql`${column} ${way}, r.id ${way}`;
  const following =
    after === null ? sql`true` : sql`(${column}, r.id) ${beyond} (${after.key}::${type}, ${after.id}::bigint)`;
  if (!mayLack) return [{ where: following, order }];
  const among = after !== null && after.key === null;
  const lacking = {
    where: among ? sql`${column} is null and r.id ${beyond} ${after.id}` : sql`${column} is null`,
    order: sql`r.id ${way}`,
  };
  return among ? [lacking] : [{ where: sql`${column} is not null and ${following}`, order }, lacking];
}
