const units = ["kB", "MB", "GB", "TB"] as const;

/** Bytes for a person, in powers of 1000: `999 B`, `1.2 kB`, `34 MB`. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[power - 1]}`;
}

/** `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Text from a server or a report without what would steer a terminal or break the line. */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is looked for
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g, " ").trim();
}
