import { createHmac, timingSafeEqual } from "node:crypto";

/** Creates and verifies signed claims. Only this server can create them, and they expire. */
export interface UrlSigner {
  sign(claim: string, expiresAt: Date): string;
  /** Returns the claim; `null` if the token is forged, damaged or expired. */
  verify(token: string, now: Date): string | null;
}

/** Token: base64url of the claim, expiry in Unix seconds (base 36), HMAC-SHA256 of both, separated by dots. */
export function createUrlSigner(secret: string): UrlSigner {
  const mac = (text: string) => createHmac("sha256", secret).update(text).digest();
  return {
    sign(claim, expiresAt) {
      const body = `${Buffer.from(claim).toString("base64url")}.${Math.ceil(expiresAt.getTime() / 1000).toString(36)}`;
      return `${body}.${mac(body).toString("base64url")}`;
    },
    verify(token, now) {
      const [claim, expires, signature] = token.split(".");
      if (claim === undefined || expires === undefined || signature === undefined) return null;
      const expected = mac(`${claim}.${expires}`);
      const input = Buffer.from(signature, "base64url");
      if (input.length !== expected.length || !timingSafeEqual(input, expected)) return null;
      return Number.parseInt(expires, 36) * 1000 > now.getTime() ? Buffer.from(claim, "base64url").toString() : null;
    },
  };
}
