/** Parses the message of a format about a suite or file that failed outside its tests. */
const sentence = /^(?:The (?:suite|package|file) )?"?([^"]+?)"? (?:failed outside its tests|could not run)\b/;

/** Returns the file or suite that failed outside its tests from the reason of a problem; `null` if the reason contains none. */
export function failedOutside(reason: string): string | null {
  return sentence.exec(reason.slice(0, 600))?.[1] ?? null;
}
