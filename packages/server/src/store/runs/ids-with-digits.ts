import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** If at most this many digits are missing, a few id ranges are searched, otherwise all ids. */
const maxOpen = 2;

/** Returns the runs whose id contains these digits. Returns `null` for few digits: many ids contain them, so a scan finds enough quickly. */
export async function idsWithDigits(db: Db, projectId: number, digits: string): Promise<number[] | null> {
  const { rows: newest } = await sql<{ id: number | null }>`
    select max(id) as id from run where project_id = ${projectId}
  `.execute(db);
  const open = String(newest[0]?.id ?? 0).length - digits.length;
  if (open < 0) return [];
  if (open > maxOpen) return null;
  const spans = spansWith(digits, open);
  const { rows } = await sql<{ id: number }>`
    select distinct r.id
      from unnest(${spans.map(([low]) => low)}::bigint[], ${spans.map(([, high]) => high)}::bigint[]) as span (low, high)
      join run r on r.project_id = ${projectId} and r.id between span.low and span.high
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the number ranges that contain these digits and up to `open` more before and after them. */
function spansWith(digits: string, open: number): [low: string, high: string][] {
  const spans: [string, string][] = [];
  for (let before = 0; before <= open; before += 1) {
    // Ids have no leading zeros.
    const heads = before === 0 ? (digits.startsWith("0") ? [] : [""]) : numbersOfLength(before);
    for (const head of heads) {
      for (let behind = 0; behind <= open - before; behind += 1)
        spans.push([head + digits + "0".repeat(behind), head + digits + "9".repeat(behind)]);
    }
  }
  return spans;
}

function numbersOfLength(length: number): string[] {
  const first = 10 ** (length - 1);
  return Array.from({ length: 9 * first }, (_, index) => String(first + index));
}
