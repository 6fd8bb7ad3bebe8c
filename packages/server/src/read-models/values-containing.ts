/** Returns up to `limit` values that contain `part`, which is in lower case. */
export function valuesContaining(values: readonly string[], part: string, limit: number): string[] {
  return values.filter((value) => value.toLowerCase().includes(part)).slice(0, limit);
}
