import { stripAnsi } from "@plumb/contract/text/ansi.ts";

const linesLooked = 200;

const traceback = "Traceback (most recent call last):";

/**
 * Splits an error that is printed with its stack: the message is before the first ` at …`, or after the frames of
 * Python's last traceback. Without a stack, both are the text.
 */
export function splitStack(text: string): { readonly message: string; readonly stack: string } {
  if (isTraceback(text)) return { message: behindFrames(text) || text, stack: text };
  const lines = text.split("\n", linesLooked);
  const at = lines.findIndex((line) => /^\s+(?:at \S|❯ )/.test(stripAnsi(line.slice(0, 300))));
  // The message is not longer than what was looked at.
  const message = at > 0 ? lines.slice(0, at).join("\n").trimEnd() : text;
  return { message: message.trim() === "" ? text : message, stack: text };
}

/**
 * The message of an error whose writer puts the stack behind it, which begins with the message again: `no db`, `Error: no db`, as
 * Mocha's reporters xunit and tap do.
 */
export function saidOnce(message: string): string {
  const lines = message.split("\n");
  const first = lines.slice(0, lines.length / 2).join("\n");
  const again = lines.slice(lines.length / 2).join("\n");
  return first !== "" && /^\w*(?:Error|Exception): $/.test(again.slice(0, -first.length)) && again.endsWith(first)
    ? first
    : message;
}

/** As Python prints errors. */
export function isTraceback(text: string): boolean {
  return text.startsWith(traceback);
}

function behindFrames(text: string): string {
  const last = text.slice(text.lastIndexOf(traceback)).split("\n").slice(1);
  const at = last.findIndex((line) => /^\S/.test(line));
  return at < 0
    ? ""
    : last
        .slice(at, at + linesLooked)
        .join("\n")
        .trimEnd();
}
