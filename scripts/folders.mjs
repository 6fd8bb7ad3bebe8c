import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What can be made again: a Node, npm's downloads, compiled code, results of test runs. */
export const cache = join(root, ".cache");
