/** Returns the excluded values by filter. */
export function excludedValues(not: readonly string[] = []): Readonly<Record<string, readonly string[]>> {
  const values: Record<string, string[]> = {};
  for (const each of not) {
    const colon = each.indexOf(":");
    (values[each.slice(0, colon)] ??= []).push(each.slice(colon + 1));
  }
  return values;
}
