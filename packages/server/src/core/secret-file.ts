import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Minimum length, as for `PLUMB_SECRET`, because the secret signs links. */
const shortest = 16;

/**
 * Returns the secret of the data folder, which is generated at the first start. Signed links work after a restart.
 *
 * @throws Error with instructions if the file is incomplete, for example after a full disk.
 */
export function secretOf(dataDir: string): string {
  const path = join(dataDir, "secret");
  const stored = read(path);
  if (stored !== null && stored.length >= shortest) return stored;
  if (stored !== null)
    throw new Error(
      `The file ${path} contains no secret: it is ${stored === "" ? "empty" : "too short"}. Restore it from a backup, or delete it: ` +
        "the next start creates a new one, but existing links stop working and connector passwords must be entered again.",
    );
  const secret = randomBytes(32).toString("base64url");
  // Written to a temporary file and renamed, so that the file is never incomplete.
  const beside = `${path}.new`;
  const file = openSync(beside, "w", 0o600);
  try {
    writeFileSync(file, `${secret}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(beside, path);
  return secret;
}

/** Returns the secret of the data folder; `null` if it has none yet. */
export function existingSecret(dataDir: string): string | null {
  return read(join(dataDir, "secret"));
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
