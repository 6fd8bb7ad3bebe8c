const name = /^[0-9a-f]{64}$/;

/** Returns true for the hash of a blob; other names are files of someone else. */
export function isBlobName(text: string): boolean {
  return name.test(text);
}

/**
 * Returns `<project>/<first two digits>/<hash>`, the position of a blob below its folder or prefix.
 *
 * @throws Error if the hash is not a SHA-256.
 */
export function blobPath(projectId: number, hash: string): string {
  if (!isBlobName(hash)) throw new Error("A blob is named by its SHA-256.");
  return `${projectId}/${hash.slice(0, 2)}/${hash}`;
}

/** Returns the project of a folder or prefix; `null` if it is none. */
export function projectOfFolder(folder: string): number | null {
  return /^\d{1,15}$/.test(folder) ? Number(folder) : null;
}
