import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Headers of a request, in lower case. */
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Returns whether a header has the expected value, in constant time. */
export function headerEquals(headers: Headers, name: string, expected: string): boolean {
  const input = headers[name];
  return typeof input === "string" && isSame(input, expected);
}

export function isSame(input: string, expected: string): boolean {
  return timingSafeEqual(digest(input), digest(expected));
}

/** Returns the HMAC-SHA256 of a body in hexadecimal digits. */
export function hexSignature(body: Buffer, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

/** Equal lengths are required by `timingSafeEqual`. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
