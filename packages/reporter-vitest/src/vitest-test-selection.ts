import { relative } from "node:path";
import type { PartialReason } from "@plumb/reporter-core/command-line.ts";
import type { Vitest } from "vitest/node";

/**
 * Returns what excluded tests from a run of Vitest, or undefined if nothing did. @param again True for a later run in watch mode.
 */
export function partialReason(vitest: Vitest, again: boolean): PartialReason | undefined {
  if (again) return { reason: "Run again in watch mode", filter: false };
  const { testNamePattern, changed, related, project, root, tagsFilter } = vitest.config as Vitest["config"] & {
    readonly project?: string | readonly string[];
    readonly tagsFilter?: readonly string[];
  };
  // With `--changed`, Vitest sets `related` as well.
  const isChanged = changed !== undefined && changed !== false;
  const choices = isChanged
    ? [changed === true ? "--changed" : `--changed ${changed}`]
    : listOf(related).map((file) => `related ${displayPath(file, root)}`);
  // Internal property, unchanged since Vitest 0.
  const { filenamePattern } = vitest as unknown as { readonly filenamePattern?: readonly string[] };
  const filters = [
    ...(testNamePattern === undefined ? [] : [`-t ${JSON.stringify(sourceOf(testNamePattern))}`]),
    ...listOf(tagsFilter).map((filter) => `--tags-filter ${JSON.stringify(filter)}`),
    ...listOf(project).map((name) => `--project ${name}`),
    ...(choices.length > 0 ? [] : listOf(filenamePattern).map((file) => displayPath(file, root))),
  ];
  const found = [...choices, ...filters];
  return found.length === 0 ? undefined : { reason: `Run with ${found.join(" ")}`, filter: choices.length === 0 };
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  return typeof value === "string" ? [value] : (value ?? []);
}

function sourceOf(pattern: RegExp | string): string {
  return typeof pattern === "string" ? pattern : pattern.source;
}

/** Relative, so that the text is the same on all machines. */
function displayPath(file: string, root: string): string {
  return file.startsWith(root) ? relative(root, file) || "." : file;
}
