import { existsSync } from "node:fs";
import { join, sep } from "node:path";
import { parseArgs } from "node:util";
import { type BlobLocation, type Config, describeLocation, readBlobLocation, readConfig } from "#config.ts";
import { existingSecret } from "#core/secret-file.ts";
import { createSecretBox } from "#core/secret-box.ts";
import { type Database, openDatabase } from "#store/db.ts";
import { blobFolder } from "./backup-target.ts";

/**
 * Reads the options of a command, which all have a value.
 *
 * @throws Error with the usage.
 */
export function readOptions<Name extends string>(
  args: readonly string[],
  names: readonly Name[],
  usage: string,
): Partial<Record<Name, string>> {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
    return parseArgs({ args: [...args], options, strict: true }).values as Partial<Record<Name, string>>;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`, { cause: error });
  }
}

/** Exit code for a complete copy without files that were already missing or damaged. */
export const lostFilesCode = 3;

interface ExistingDatabase extends Pick<Database, "db">, AsyncDisposable {
  /** The embedded database has no other users while a command has it open, so a backup needs no copy. */
  readonly openForBackup: () => ReturnType<Database["openForBackup"]>;
}

/** Opens the database of a server, which must exist. */
export async function openExisting({ databaseUrl, dataDir }: Config): Promise<ExistingDatabase> {
  if (databaseUrl === undefined && !existsSync(join(dataDir, "db")))
    throw new Error(`${dataDir} contains no database. Set PLUMB_DATA_DIR or DATABASE_URL to those of the server.`);
  const database = await openDatabase({ url: databaseUrl, folder: dataDir, connections: 3 });
  const { db } = database;
  return {
    db,
    openForBackup: async () => ({ db, [Symbol.asyncDispose]: async () => undefined }),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

export function readSettings(): Config {
  const { config, warnings } = readConfig(process.env, []);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  return config;
}

/**
 * Returns the target of backups that a command names; without it, that of PLUMB_BACKUPS.
 *
 * @param usage Shown if there is neither.
 * @throws Error if the backups would be among the files that they copy.
 */
export function backupLocation(
  config: Config,
  location: string | undefined,
  option: string,
  usage: string,
): BlobLocation {
  if (location !== undefined) return requestedLocation(config, location, option);
  if (config.backups === undefined)
    throw new Error(`${usage}\nWithout ${option}, PLUMB_BACKUPS is used, which is not set.`);
  return separateFromFiles(config, config.backups, "PLUMB_BACKUPS");
}

/** @throws Error if the location is not valid, or contains the files of the server. */
export function requestedLocation(config: Config, location: string, option = "--to"): BlobLocation {
  return separateFromFiles(config, readBlobLocation(location, option, process.env), option);
}

/** @throws Error if the backups would be among the files that they copy. */
export function separateFromFiles({ blobs }: Config, target: BlobLocation, setting: string): BlobLocation {
  const [live, own, shared] = [
    pathOf(blobs),
    pathOf(target),
    `${pathOf(target)}${blobFolder}${typeof target === "string" ? sep : "/"}`,
  ];
  if (own.startsWith(live) || live.startsWith(shared))
    throw new Error(
      `${setting}: ${describeLocation(target)} contains the files of the server, or is inside of them. Choose another place.`,
    );
  return target;
}

function pathOf(location: BlobLocation): string {
  // A resolved path has no separator at its end.
  if (typeof location === "string") return `${location}${sep}`;
  const { bucket, endpoint = "", prefix } = location;
  return `s3:${endpoint}/${bucket}/${prefix === "" ? "" : `${prefix}/`}`;
}

/** Returns the key id of the secret; `null` if it is on another machine. */
export function secretKeyId({ dataDir, secret = existingSecret(dataDir) ?? undefined }: Config): string | null {
  return secret === undefined ? null : createSecretBox(secret).keyId;
}
