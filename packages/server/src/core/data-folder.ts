import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { accessSync, constants, mkdirSync, statSync } from "node:fs";

/** Reasons by error code of the system, in the middle of a sentence. */
const reasons: Readonly<Record<string, string>> = {
  EEXIST: "there is a file in its place",
  ENOTDIR: "a part of its path is a file",
  EACCES: "this user cannot write to it",
  EPERM: "this user cannot write to it",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
};

/** Returns why a file or folder cannot be used, without a full stop. */
export function reasonOf({ code = "", message }: NodeJS.ErrnoException): string {
  return reasons[code] ?? message;
}

/**
 * Creates the data folder if it does not exist.
 *
 * @returns Warnings if other users on the machine can read it.
 * @throws Error with a message for the operator.
 */
export function prepareDataFolder(folder: string): string[] {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(
      `The data folder ${folder} cannot be used: ${reasonOf(error as NodeJS.ErrnoException)}. Set PLUMB_DATA_DIR to a folder that this user can write to.`,
      { cause: error },
    );
  }
  const mode = statSync(folder).mode & 0o777;
  // Windows does not store permissions in the mode.
  if (process.platform === "win32" || (mode & 0o077) === 0) return [];
  return [
    `The data folder ${folder} is open to other users of this machine (mode ${mode.toString(8)}): run chmod 700 on it, since it contains all data.`,
  ];
}

/** Returns the folder that contains those of all processes for temporary files. */
export function temporaryRoot(dataDir: string): string {
  return join(dataDir, "tmp");
}

/** Returns the folder of this process for temporary files, which other processes delete if this one dies. */
export async function temporaryFolder(dataDir: string, { id }: { readonly id: number }): Promise<string> {
  const folder = join(temporaryRoot(dataDir), String(id));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}
