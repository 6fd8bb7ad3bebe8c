const longest = 40;

/**
 * Returns a short name of a test for an axis: its last two segments, separated by ` › ` or ` > `. A name of more than 40 characters is cut after its
 * third word, or after 37 characters if it has no more words or these are too long, and ends with an ellipsis.
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
