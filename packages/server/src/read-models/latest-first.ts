/**
 * Returns each value once, the one with the latest time first, without empty values.
 *
 * @param values Values with the time of their last use; undefined if they are not in use.
 */
export function latestFirst(values: readonly (readonly [string, number | undefined])[]): string[] {
  const last = new Map<string, number>();
  for (const [value, at] of values)
    if (value !== "" && at !== undefined) last.set(value, Math.max(last.get(value) ?? at, at));
  return [...last].toSorted(([a, atA], [b, atB]) => atB - atA || (a < b ? -1 : 1)).map(([value]) => value);
}
