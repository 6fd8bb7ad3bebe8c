import { stripAnsi } from "@plumb/contract/text/ansi.ts";

/**
 * Returns the part of a stack after the message, which most tools repeat at its start; `null` if nothing is left.
 *
 * For `Error: expected 1 to be 2` and a stack that starts with that line, only the frames are returned.
 */
export function stackBeyond(message: string, stack: string | undefined): string | null {
  if (stack === undefined) return null;
  const plainStack = stripAnsi(stack).trim();
  const plainMessage = stripAnsi(message).trim();
  if (plainMessage === "" || plainStack === "") return plainStack === "" ? null : stack;
  const at = plainStack.indexOf(plainMessage);
  // The message can follow `Error: ` or a class name.
  if (at === -1 || at > 200) return stack;
  const rest = plainStack.slice(at + plainMessage.length).replace(/^\s*\n/, "");
  return rest.trim() === "" ? null : rest;
}
