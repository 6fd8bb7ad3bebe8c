import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder with its parents. With Node 20, the recursive option hangs if the system reports "no such folder" for an existing place, such as
 * `/proc`, which would block the tests.
 *
 * @throws Error of the system if the folder cannot be created.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    mkdirSync(path);
  }
}
