import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { loadSnapshot } from "#store/backup/load-snapshot.ts";
import type { CopiedTable, SequenceValue } from "#store/backup/snapshot.ts";
import type { Db } from "#store/db.ts";
import { runStatement } from "./database.ts";

/** The database of a release, written by `tools/upgrade/record-release.ts`. */
export interface RecordedRelease {
  readonly version: string;
  readonly commit: string;
  /** In the order in which they were applied, as they were in the release. */
  readonly migrations: readonly { readonly file: string; readonly sql: string }[];
  /** With rows in the text format of `COPY`. */
  readonly tables: readonly (CopiedTable & { readonly rows: number; readonly lines: string })[];
  readonly sequences: readonly SequenceValue[];
}

export function readRelease(version: string): RecordedRelease {
  const packed = readFileSync(new URL(`releases/${version}.json.gz`, import.meta.url));
  return JSON.parse(gunzipSync(packed).toString()) as RecordedRelease;
}

/** Creates the database of a release in an empty one, with the statements of that release. */
export async function restoreRelease(db: Db, { migrations, tables, sequences }: RecordedRelease): Promise<void> {
  await runStatement(
    db,
    "create table schema_version (version integer primary key, file text not null, applied_at timestamptz not null default now())",
  );
  for (const { file, sql } of migrations) {
    await runStatement(db, sql);
    await runStatement(
      db,
      `insert into schema_version (version, file) values (${Number(file.slice(0, 4))}, '${file}')`,
    );
  }
  const loaded = tables.map(({ lines, ...table }) => ({ ...table, lines: () => linesOf(lines) }));
  await loadSnapshot(db, { migrations: [], tables: loaded, sequences });
}

async function* linesOf(lines: string): AsyncGenerator<Buffer> {
  if (lines !== "") yield Buffer.from(lines);
}
