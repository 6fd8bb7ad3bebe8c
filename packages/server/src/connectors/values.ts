import { createHash } from "node:crypto";

/** Settings and decrypted secrets of a connector or of a binding, by field. */
export type Values = Readonly<Record<string, string>>;

/** Returns the identity of an account from its parts, such as the address of the service and the id of the user. */
export function accountId(...parts: readonly (string | number)[]): string {
  return parts.map((part) => encodeURIComponent(String(part).trim().toLowerCase())).join(" ");
}

/** Returns the identity of an account whose only setting is a secret address. */
export function secretAccountId(address: string): string {
  return createHash("sha256").update(address.trim()).digest("hex");
}

/** Returns an address without trailing slashes, so that paths can be appended. */
export function baseUrl(values: Values, name: string): string {
  return (values[name] ?? "").replace(/\/+$/, "");
}
