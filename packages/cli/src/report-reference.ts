import type { Writable } from "node:stream";
import { printable } from "@plumb/reporter-core/text.ts";
import { UsageError } from "#usage-error.ts";

/**
 * The id of a report that was named by it or by its address, `…/reports/7`. One server may have several addresses, so another
 * one is no mistake, but said.
 *
 * @throws UsageError
 */
export function reportId(text: string, server: string, stderr: Writable): number {
  const id = Number(/^(?:https?:\/\/[^?#]*\/reports\/)?(\d{1,15})(?:[/?#].*)?$/.exec(text)?.[1]);
  if (!Number.isSafeInteger(id) || id < 1)
    throw new UsageError(`${text} is no report: give its id, or its address such as http://plumb.example/reports/7`);
  if (/^https?:/i.test(text) && !text.startsWith(`${server}/`))
    stderr.write(`Report ${id} is read from ${printable(server)}, not from the address that was given.\n`);
  return id;
}
