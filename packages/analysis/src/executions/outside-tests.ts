/** Parses the sentence of a format about a suite or file that failed outside its tests. */
const sentence = /^(?:The (?:suite|package|file) )?"?([^"]+?)"? (?:failed outside its tests|could not run)\b/;

/** The file or suite that failed outside its tests, from a problem of a report; `null` if it names none. */
export function failedOutside(reason: string): string | null {
  return sentence.exec(reason.slice(0, 600))?.[1] ?? null;
}
