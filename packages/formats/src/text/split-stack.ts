import { stripAnsi } from "@plumb/contract/text/ansi.ts";

const linesLooked = 200;

const traceback = "Traceback (most recent call last):";

/**
 * Splits an error that is printed with its stack. The message is before the first ` at …`, or after the frames of
 * Python's last traceback. Without a stack, both are the text.
 */
export function splitStack(text: string): { readonly message: string; readonly stack: string } {
  if (isTraceback(text)) return { message: behindFrames(text) || text, stack: text };
  const lines = text.split("\n", linesLooked);
  const at = lines.findIndex((line) => /^\s+(?:at \S|❯ )/.test(stripAnsi(line.slice(0, 300))));
  // The message is limited to the text that was searched.
  const message = at > 0 ? lines.slice(0, at).join("\n").trimEnd() : text;
  return { message: message.trim() === "" ? text : message, stack: text };
}

/**
 * Removes the repeated message from an error whose writer appends the stack, which begins with the message: `no db`, `Error: no db`.
 * Mocha's reporters xunit and tap do this.
 */
export function withoutRepeat(message: string): string {
  const lines = message.split("\n");
  const first = lines.slice(0, lines.length / 2).join("\n");
  const again = lines.slice(lines.length / 2).join("\n");
  return first !== "" && /^\w*(?:Error|Exception): $/.test(again.slice(0, -first.length)) && again.endsWith(first)
    ? first
    : message;
}

/** Returns true for errors in the format of Python. */
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
