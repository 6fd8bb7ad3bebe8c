import { sql } from "kysely";
import { texts } from "#store/array-literal.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import type { Matrix } from "./matrix.ts";

/** Returns the cause of a result's error. It is equal for errors with the same cause, and `null` if there is no error. */
export type CauseAt = (run: number, index: number) => number | string | null;

/**
 * Looks up causes only for tests that failed in the first and the last run with different signatures, because equal signatures have the same cause.
 */
export async function causesOf(db: Db, projectId: number, matrix: Matrix): Promise<CauseAt> {
  const groups = await groupsOf(db, projectId, differingSignatures(matrix));
  const byCode = matrix.runs.map(({ failures }) =>
    failures.values.map((signature) => groups.get(signature) ?? signature),
  );
  return (run, index) => {
    const code = matrix.runs[run]?.failures.codes[index] ?? -1;
    return byCode[run]?.[code] ?? null;
  };
}

function differingSignatures({ runs, length, places }: Matrix): ReadonlySet<string> {
  const width = runs.length;
  const signatureAt = (row: number, run: number) => {
    const failures = runs[run]?.failures;
    return failures?.values[failures.codes[places[row * width + run] as number] ?? -1];
  };
  const found = new Set<string>();
  for (let row = 0; row < length; row++) {
    const before = signatureAt(row, 0);
    const now = signatureAt(row, width - 1);
    if (before === undefined || now === undefined || before === now) continue;
    for (let run = 0; run < width; run++) {
      const signature = signatureAt(row, run);
      if (signature !== undefined) found.add(signature);
    }
  }
  return found;
}

/** Returns the group of each signature, without errors that are not collected yet. */
async function groupsOf(db: Db, projectId: number, signatures: ReadonlySet<string>): Promise<Map<string, number>> {
  if (signatures.size === 0) return new Map();
  const { rows } = await sql<{ groups: [string, number][] | null }>`
    select json_agg(json_build_array(signature, group_id)) as groups
      from failure_signature
     where project_id = ${opaqueProjectId(projectId)} and signature = any(${texts([...signatures])}::text[])
  `.execute(db);
  return new Map(rows[0]?.groups);
}
