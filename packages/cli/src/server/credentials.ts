import { mkdir, readFile, rm, writeFile, chmod } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Variables } from "@plumb/reporter-core/ci-environment.ts";

/** Values that `plumb login` stores. The key is sent to this server only. */
export interface Credentials {
  readonly url: string;
  readonly key: string;
}

/** Path in the user's configuration folder. */
export function credentialsFile(env: Variables): string {
  const windows = process.platform === "win32" ? env["APPDATA"] : undefined;
  const folder = env["XDG_CONFIG_HOME"] || windows || join(env["HOME"] || homedir(), ".config");
  return join(folder, "plumb", "credentials.json");
}

/** Returns `null` if there is no file or it was written by another program. */
export async function readCredentials(env: Variables): Promise<Credentials | null> {
  try {
    const { url, key } = JSON.parse(await readFile(credentialsFile(env), "utf8")) as Partial<Credentials>;
    return typeof url === "string" && typeof key === "string" ? { url, key } : null;
  } catch {
    return null;
  }
}

/** Readable by its owner only. */
export async function writeCredentials(env: Variables, credentials: Credentials): Promise<string> {
  const file = credentialsFile(env);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // The mode only applies to a new file.
  await rm(file, { force: true });
  await writeFile(file, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  await chmod(file, 0o600);
  return file;
}

/** Returns false if there was no file. */
export async function removeCredentials(env: Variables): Promise<boolean> {
  const existed = (await readCredentials(env)) !== null;
  await rm(credentialsFile(env), { force: true });
  return existed;
}
