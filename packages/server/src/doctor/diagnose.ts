import { statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { type Config, describeLocation, readConfig } from "#config.ts";
import { prepareDataFolder } from "#core/data-folder.ts";
import { checkStorage } from "#files/blobs/check-storage.ts";
import { openBlobs } from "#files/blobs/open-blobs.ts";
import { type Database, openDatabase } from "#store/db.ts";
import { FolderInUse } from "#store/embedded/lock-file.ts";
import { schemaState } from "#store/migrate.ts";
import { flushedPosition } from "#store/replica/positions.ts";
import { openReadReplica } from "#store/replica/read-replica.ts";
import { databaseState } from "#store/operations/database-state.ts";
import { liveServers } from "#store/writer.ts";

/** Result of a check. `text` contains advice unless the state is `ok`. */
export interface Finding {
  readonly check: string;
  readonly state: "failed" | "ok" | "warning";
  readonly text: string;
}

const gigabyte = 1e9;
/** Smaller differences are the time of a request. */
const clockToleranceMs = 2000;
/** Version in which PostgreSQL got what the statements of Plumb use. */
const oldestPostgres = 15;

/** Checks the settings of the environment and everything that they name. Changes nothing but a file that it deletes again. */
export async function diagnose(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  let read: ReturnType<typeof readConfig>;
  try {
    read = readConfig(env, []);
  } catch (error) {
    return [failed("Settings", error)];
  }
  const { config, warnings } = read;
  return [
    ...(warnings.length === 0 ? [ok("Settings", "valid")] : warnings.map((text) => warning("Settings", text))),
    ...(await dataFolder(config)),
    ...(await database(config)),
    await files(config),
  ];
}

async function dataFolder({ dataDir, maxUploadBytes }: Config): Promise<Finding[]> {
  const check = "Data folder";
  try {
    const open = prepareDataFolder(dataDir).map((text) => warning(check, text));
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const text = `${dataDir}, ${(free / gigabyte).toFixed(1)} GB free`;
    // An upload is stored here before it is read.
    const full =
      free > Math.max(gigabyte, maxUploadBytes)
        ? []
        : [warning(check, `${text}. That is less than the largest upload (PLUMB_MAX_UPLOAD_BYTES) needs: add space.`)];
    return open.length + full.length === 0 ? [ok(check, text)] : [...open, ...full];
  } catch (error) {
    return [failed(check, error)];
  }
}

async function database(config: Config): Promise<Finding[]> {
  const check = "Database";
  try {
    await using opened = await openDatabase({ url: config.databaseUrl, folder: config.dataDir, connections: 1 });
    return [
      ok(check, opened.description),
      await schema(opened),
      ...(opened.embedded ? [] : await postgres(opened, config)),
    ];
  } catch (error) {
    if (error instanceof FolderInUse)
      return [ok(check, "A server uses the embedded database now. Stop it to check its schema.")];
    const advice =
      config.databaseUrl === undefined ? "" : " Check DATABASE_URL, and that the server accepts connections from here.";
    return [failed(check, error, advice)];
  }
}

async function schema({ db }: Database): Promise<Finding> {
  const { isEmpty, newer, pending } = await schemaState(db);
  if (newer !== null)
    return failed(
      "Schema",
      new Error(
        `A newer version of Plumb created it (${newer}). Start that version, or restore a backup from before the upgrade.`,
      ),
    );
  if (isEmpty) return ok("Schema", "created at the next start");
  return ok(
    "Schema",
    pending === 0 ? "of this version" : `${pending} migrations are applied at the next start; make a backup first`,
  );
}

async function postgres(opened: Database, config: Config): Promise<Finding[]> {
  const { db } = opened;
  const { secret } = config;
  const before = Date.now();
  const { version, now, canCreate, isReadOnly } = await databaseState(db);
  const skew = now.getTime() - (before + Date.now()) / 2;
  const servers = await liveServers(db);
  return [
    version >= oldestPostgres
      ? ok("PostgreSQL", `version ${version}`)
      : warning("PostgreSQL", `Version ${version} was not tried. Use ${oldestPostgres} or newer.`),
    canCreate && !isReadOnly
      ? ok("Permissions", "the user can write and create tables")
      : failed(
          "Permissions",
          new Error(
            isReadOnly
              ? "The database is read-only. Set DATABASE_URL to the primary server."
              : "The user cannot create tables. Grant it CREATE on the schema public.",
          ),
        ),
    Math.abs(skew) < clockToleranceMs
      ? ok("Clock", "agrees with the database")
      : warning(
          "Clock",
          `It differs from that of the database by ${(skew / 1000).toFixed(1)} seconds. Synchronise both with NTP.`,
        ),
    ok("Servers", `${servers} use this database now`),
    secret === undefined
      ? warning(
          "Secret",
          "PLUMB_SECRET is not set, so links and stored secrets are valid on one server only. Set the same one for all.",
        )
      : ok("Secret", "set"),
    ...(config.readUrl === undefined ? [] : [await readReplica(config.readUrl, opened, config.maxReadLagMs)]),
  ];
}

/** A replica that has what the primary had before it was asked is not behind. */
async function readReplica(url: string, { db }: Database, maxLagMs: number): Promise<Finding> {
  const check = "Read replica";
  await using replica = openReadReplica(url, db);
  try {
    const position = await flushedPosition(db);
    const deadline = performance.now() + maxLagMs;
    for (;;) {
      const connection = await replica.connect();
      connection.release(false);
      const behind = position - connection.position;
      if (behind <= 0) return ok(check, replica.description);
      if (performance.now() > deadline)
        return warning(
          check,
          `${replica.description} is ${behind} bytes behind after ${maxLagMs / 1000} seconds, so reads use the primary. Check its replication, or raise PLUMB_MAX_READ_LAG_SECONDS.`,
        );
      await sleep(200);
    }
  } catch (error) {
    return failed(check, error, " Check DATABASE_READ_URL. Until then, reads use the primary.");
  }
}

async function files({ blobs }: Config): Promise<Finding> {
  const lines: string[] = [];
  const log = pino(
    { base: null, timestamp: false },
    { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) },
  );
  try {
    await checkStorage({ blobs: openBlobs(blobs), log });
  } catch (error) {
    return failed("Artifacts", error);
  }
  return lines.length === 0 ? ok("Artifacts", describeLocation(blobs)) : warning("Artifacts", lines.join(" "));
}

const ok = (check: string, text: string): Finding => ({ check, state: "ok", text });
const warning = (check: string, text: string): Finding => ({ check, state: "warning", text });
const failed = (check: string, error: unknown, advice = ""): Finding => ({
  check,
  state: "failed",
  text: `${error instanceof Error ? error.message : String(error)}${advice}`,
});
