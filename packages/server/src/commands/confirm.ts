import { createInterface } from "node:readline/promises";

/** Asks to type a word. Returns false without a terminal, and prints the option that replaces the question. */
export async function confirm(word: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    process.stdout.write("Add --yes to start without a question.\n");
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const reply = await terminal.question(`Type "${word}" to start: `);
  terminal.close();
  return reply.trim() === word;
}
