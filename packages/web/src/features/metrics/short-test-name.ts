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
  const words = short.split(/\s+/);
  const three = words.slice(0, 3).join(" ");
  return words.length > 3 && three.length <= longest ? `${three}…` : `${short.slice(0, longest - 3)}…`;
}
