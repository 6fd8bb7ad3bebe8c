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

const clockToleranceSeconds = 300;

/**
 * Returns whether a request has a signature of Standard Webhooks, and was signed within the last five minutes.
 *
 * @param secret `whsec_` and the key in base64.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function hasStandardSignature(
  headers: Headers,
  body: Buffer,
  { secret, now }: { secret: string; now: Date },
): boolean {
  const [id, at, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => headers[name]);
  const key = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  if (key === undefined || typeof id !== "string" || typeof at !== "string" || typeof signatures !== "string")
    return false;
  if (!/^\d{1,12}$/.test(at) || Math.abs(now.getTime() / 1000 - Number(at)) > clockToleranceSeconds) return false;
  const content = Buffer.concat([Buffer.from(`${id}.${at}.`), body]);
  const expected = `v1,${createHmac("sha256", Buffer.from(key, "base64")).update(content).digest("base64")}`;
  // During the rotation of a key, there are several.
  return signatures.split(" ", 10).some((signature) => isSame(signature, expected));
}

/** Equal lengths are required by `timingSafeEqual`. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
