import type { Step } from "@plumb/contract/runs/results.ts";
import { cut } from "#lib/format/format.ts";

/** Returns the location of a step in full and in short form, because most steps are in the same file; `null` if it is unknown. */
export function stepLocation({ file, line }: Step): { readonly full: string; readonly short: string } | null {
  if (file === undefined) return null;
  const at = line === undefined ? "" : `:${line}`;
  const name = file.slice(file.lastIndexOf("/") + 1);
  return { full: `${cut(file, 300)}${at}`, short: `${cut(name, 60)}${at}` };
}
