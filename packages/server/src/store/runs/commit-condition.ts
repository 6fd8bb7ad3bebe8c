import { type RawBuilder, sql } from "kysely";
import { texts } from "#store/array-literal.ts";

/** Matches a column with a commit. The commit and stored ones can be abbreviated, to at least 7 digits. */
export function hasCommit(column: RawBuilder<unknown>, commit: string): RawBuilder<unknown> {
  const abbreviated = Array.from({ length: commit.length - 6 }, (_, index) => commit.slice(0, index + 7));
  return sql`(${column} = any(${texts(abbreviated)}::text[]) or ${column} like ${`${commit}%`})`;
}
