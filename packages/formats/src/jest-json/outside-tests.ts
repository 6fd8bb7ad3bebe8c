import { stripAnsi } from "@plumb/contract/text/ansi.ts";

/** Returns the section of a file's message that does not belong to a failed test, such as a failed `afterAll`; undefined if there is none. */
export function outsideTests(fileMessage: string): string | undefined {
  const message = stripAnsi(fileMessage);
  const at = message.search(/^[ \t]*● Test suite failed to run/m);
  if (at < 0) return undefined;
  const section = message.slice(at).trimStart();
  const next = section.search(/\n[ \t]*● /);
  return (next < 0 ? section : section.slice(0, next)).trim();
}
