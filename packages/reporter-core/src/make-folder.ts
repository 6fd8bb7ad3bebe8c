import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder with those around it. Node 20's own recursive way never comes back where the system says "no such folder" of a
 * place that is there, as `/proc` does; that would hold up the tests.
 *
 * @throws Error of the system where it cannot be made.
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
