import { randomUUID } from "node:crypto";

/** As proxies and tools create them: UUIDs, hexadecimal, base64, `name:1`. */
const usable = /^[A-Za-z0-9._:@=+/-]{1,128}$/;

/** Returns the value of `X-Request-Id` if it is usable, otherwise a new id. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === "string" && usable.test(header) ? header : randomUUID();
}
