/** Settings and decrypted secrets of a connector or of a binding, by field. */
export type Values = Readonly<Record<string, string>>;

/** Returns an address without trailing slashes, so that paths can be appended. */
export function baseUrl(values: Values, name: string): string {
  return (values[name] ?? "").replace(/\/+$/, "");
}
