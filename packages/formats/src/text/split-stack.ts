import { stripAnsi } from "@plumb/contract/text/ansi.ts";

const linesLooked = 200;

/**
 * The message of an error that is printed with its stack: what stands before the first `    at …`. Both are the text itself
 * where there is no stack.
 */
export function splitStack(text: string): { readonly message: string; readonly stack: string } {
  const lines = text.split("\n", linesLooked);
  const at = lines.findIndex((line) => /^\s+(?:at \S|❯ )/.test(stripAnsi(line.slice(0, 300))));
  // The message is not longer than what was looked at.
  const message = at > 0 ? lines.slice(0, at).join("\n").trimEnd() : text;
  return { message: message.trim() === "" ? text : message, stack: text };
}
