const longest = 40;

/**
 * Returns a short name of a test for an axis: its last two segments, which ` › ` or ` > ` separate. If that is over 40
 * characters, it returns the first three words, or the first 37 characters if there are not more words or they are too long, with
 * an ellipsis.
 */
export function shortTestName(name: string): string {
  const short = name
    .split(/ [›>] /)
    .slice(-2)
    .join(" › ");
  if (short.length <= longest) return short;
  // Separators between segments do not count as words.
  const three = /^\s*(?:\S+\s+(?:› )?){2}\S+(?=\s)/.exec(short)?.[0];
  return three !== undefined && three.length <= longest ? `${three}…` : `${short.slice(0, longest - 3)}…`;
}
