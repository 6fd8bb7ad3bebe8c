import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Creates a folder with its parents. The recursive option of Node 20 hangs if the system reports "no such folder"
 * for an existing place, such as `/proc`, and would hold up the tests.
 *
 * @throws Error of the system if it cannot be created.
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
