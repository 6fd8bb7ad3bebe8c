import { formatCount } from "#figures.ts";

/** Returns a number with its noun: `1 failure`, `1,234 failures`. */
export function counted(count: number, noun: string, several = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : several}`;
}
