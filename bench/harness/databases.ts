import { sql } from "kysely";
import { openDatabase } from "../../packages/server/src/store/db.ts";
import { startPostgres, type TemporaryPostgres } from "../../packages/server/src/testing/postgres.ts";

export type DatabaseKind = "embedded" | "postgres";
export const databaseKinds: readonly DatabaseKind[] = ["embedded", "postgres"];

/** Returns the databases for a program: both, or only one in a quick run, which just checks that the program works. */
export function databasesFor(quick: boolean, oneOfThem: DatabaseKind): readonly DatabaseKind[] {
  return quick ? [oneOfThem] : databaseKinds;
}

export interface BenchPostgres extends AsyncDisposable {
  readonly version: string;
  /** Creates an empty database and returns its address. */
  database(): Promise<string>;
}

/** Shared by programs that run in parallel in a quick run, because starting PostgreSQL takes longer than they do. */
let running: { readonly postgres: Promise<TemporaryPostgres>; users: number } | null = null;
let databases = 0;

/** Starts a PostgreSQL with default settings, including fsync, because the embedded database is durable as well. */
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
      await postgres.remove();
    },
  };
}

/** Location of a server's data: the address of a PostgreSQL, or the folder of the embedded database. */
export type DatabaseLocation = { readonly url: string } | { readonly dataDir: string };

export function databaseLocation(dataDir: string, url: string | undefined): DatabaseLocation {
  return url === undefined ? { dataDir } : { url };
}

/** Opens the database for direct writes. No server may use the embedded database at the same time. */
export function openDatabaseAt(location: DatabaseLocation): ReturnType<typeof openDatabase> {
  return openDatabase(
    "url" in location ? { url: location.url, folder: null } : { url: undefined, folder: location.dataDir },
  );
}
