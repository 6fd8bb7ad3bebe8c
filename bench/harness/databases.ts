import { sql } from "kysely";
import { openDatabase } from "../../packages/server/src/store/db.ts";
import { startPostgres, type TemporaryPostgres } from "../../packages/server/src/testing/postgres.ts";

export type DatabaseKind = "embedded" | "postgres";
export const databaseKinds: readonly DatabaseKind[] = ["embedded", "postgres"];

/** What a program runs on: both, but only one of them where it is to show that it runs at all. */
export function databasesFor(quick: boolean, oneOfThem: DatabaseKind): readonly DatabaseKind[] {
  return quick ? [oneOfThem] : databaseKinds;
}

export interface BenchPostgres extends AsyncDisposable {
  readonly version: string;
  /** An empty database on it; its address. */
  database(): Promise<string>;
}

/** Shared by programs that run in parallel in a quick run, because starting PostgreSQL takes longer than they do. */
let running: { readonly postgres: Promise<TemporaryPostgres>; users: number } | null = null;
let databases = 0;

/** PostgreSQL as it comes, fsync on: the bench compares durable with durable. */
export async function benchPostgres(): Promise<BenchPostgres> {
  const used = (running ??= { postgres: startPostgres(), users: 0 });
  used.users += 1;
  const postgres = await used.postgres;
  return {
    version: postgres.version,
    async database() {
      const name = `bench_${++databases}`;
      await using maintenance = await openDatabase({ url: postgres.url, folder: null });
      await sql`create database ${sql.table(name)}`.execute(maintenance.db);
      const url = new URL(postgres.url);
      url.pathname = `/${name}`;
      return url.href;
    },
    async [Symbol.asyncDispose]() {
      used.users -= 1;
      if (used.users > 0) return;
      running = null;
      await postgres.stop();
    },
  };
}

/** Where a server has its data: an address of PostgreSQL, or the folder of the embedded database. */
export type DatabasePlace = { readonly url: string } | { readonly dataDir: string };

export function databasePlace(dataDir: string, url: string | undefined): DatabasePlace {
  return url === undefined ? { dataDir } : { url };
}

/** Opens the database for direct writes; no server may use the embedded one at the same time. */
export function openPlace(place: DatabasePlace): ReturnType<typeof openDatabase> {
  return openDatabase("url" in place ? { url: place.url, folder: null } : { url: undefined, folder: place.dataDir });
}
