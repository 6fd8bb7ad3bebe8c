/** Parses the sentence of a format about a suite or file that failed outside its tests. */
const sentence = /^(?:The (?:suite|package|file) )?"?([^"]+?)"? (?:failed outside its tests|could not run)\b/;

/** Returns what failed outside its tests, as a problem of a report names it; `null` if it names nothing. */
export function failedOutside(reason: string): string | null {
  return sentence.exec(reason.slice(0, 600))?.[1] ?? null;
}
