/** Returns the first names, and how many more there are: `@checkout, @accounts and 2 more`. */
export function namesText(names: readonly string[], limit: number): string {
  const visible = names.slice(0, limit).join(", ");
  return names.length > limit ? `${visible} and ${names.length - limit} more` : visible;
}
