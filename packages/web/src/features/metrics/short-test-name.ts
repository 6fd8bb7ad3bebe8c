const longest = 40;

/**
 * A test's name for an axis: the last two segments of those that ` › ` or ` > ` part; if that is over 40 characters, its
 * first three words, or its first 37 characters where it has no more words than that or they are too long, with an ellipsis.
 */
export function shortTestName(name: string): string {
  const short = name
    .split(/ [›>] /)
    .slice(-2)
    .join(" › ");
  if (short.length <= longest) return short;
  // Separators between segments are not words.
  const three = /^\s*(?:\S+\s+(?:› )?){2}\S+(?=\s)/.exec(short)?.[0];
  return three !== undefined && three.length <= longest ? `${three}…` : `${short.slice(0, longest - 3)}…`;
}
