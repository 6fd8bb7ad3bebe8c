import { sep } from "node:path";
import { parseArgs } from "node:util";
import { type BlobLocation, type Config, readBlobLocation, readConfig } from "#config.ts";
import { existingSecret } from "#core/secret-file.ts";
import { createSecretBox } from "#core/secret-box.ts";
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

export function readSettings(): Config {
  const { config, warnings } = readConfig(process.env, []);
  for (const warning of warnings) process.stderr.write(`${warning}\n`);
  return config;
}

/** @throws Error if the backups would be among the files that they copy. */
export function backupLocation({ blobs }: Config, location: string, option: string): BlobLocation {
  const target = readBlobLocation(location, option, process.env);
  const [live, own, shared] = [
    pathOf(blobs),
    pathOf(target),
    `${pathOf(target)}${blobFolder}${typeof target === "string" ? sep : "/"}`,
  ];
  if (own.startsWith(live) || live.startsWith(shared))
    throw new Error(
      `${option}: ${location} contains the files of the server, or is inside of them. Choose another place.`,
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
