import type { Step } from "@plumb/contract/runs/results.ts";
import { cut } from "#lib/format/format.ts";

/** Where a step stands in the code, in full and by the file's own name: most steps of a test are in the same file. Null where nobody says. */
export function stepPlace({ file, line }: Step): { readonly full: string; readonly short: string } | null {
  if (file === undefined) return null;
  const at = line === undefined ? "" : `:${line}`;
  const name = file.slice(file.lastIndexOf("/") + 1);
  return { full: `${cut(file, 300)}${at}`, short: `${cut(name, 60)}${at}` };
}
