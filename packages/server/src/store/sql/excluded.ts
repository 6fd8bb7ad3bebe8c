import { type RawBuilder, sql } from "kysely";
import { texts } from "#store/array-literal.ts";

type Values = readonly string[] | undefined;

/** Returns a condition that excludes these values of a column, and keeps rows without a value. */
export function withoutValues(column: RawBuilder<unknown>, values: Values): RawBuilder<unknown>[] {
  if (values === undefined || values.length === 0) return [];
  return [sql`(${column} is null or ${column} <> all(${texts(values)}::text[]))`];
}

/** Returns a condition that excludes rows with one of these labels in an array, and keeps rows without labels. */
export function withoutLabels(column: RawBuilder<unknown>, values: Values): RawBuilder<unknown>[] {
  return values === undefined || values.length === 0 ? [] : [sql`not ${column} && ${texts(values)}::text[]`];
}
