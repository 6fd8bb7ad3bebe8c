import { hash } from "node:crypto";

/**
 * Returns the identity of a test across runs: its name and location, but not its line, duration or order of arrival. Moving a test within its file
 * keeps its history; another project or browser is another test.
 *
 * @returns 128 bits of a SHA-256, written as a UUID.
 */
export function testKey(test: { file: string | null; titlePath: readonly string[]; variant: string }): string {
  const digest = hash("sha256", JSON.stringify([test.file ?? "", test.titlePath, test.variant]), "hex");
  // Joined, because V8 would store a template literal as a tree whose parts stay in memory as long as the key.
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    digest.slice(12, 16),
    digest.slice(16, 20),
    digest.slice(20, 32),
  ].join("-");
}
