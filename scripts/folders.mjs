import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Data that can be created again: a Node binary, npm downloads, compiled code and results of test runs. */
export const cache = join(root, ".cache");
