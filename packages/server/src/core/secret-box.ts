import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts stored secrets of other services. */
export interface SecretBox {
  /** Identifies the server's secret without revealing it. */
  readonly keyId: string;
  /**
   * Encrypts a text.
   *
   * @param purpose Where the text is stored, such as `connector:email:password`. It can only be decrypted with the same purpose.
   */
  readonly seal: (text: string, purpose: string) => string;
  /** @throws SealError if the text cannot be decrypted. */
  readonly open: (encrypted: string, purpose: string) => string;
}

/** The message explains to users why a secret cannot be decrypted, and how to fix it. */
export class SealError extends Error {}

const version = 1;
const keyIdBytes = 4;
const ivBytes = 12;
const tagBytes = 16;
const headBytes = 1 + keyIdBytes;

/**
 * Encrypts with AES-256-GCM and a key derived from the server's secret (HKDF-SHA256). Format, in base64: version (1 byte), key id (4), nonce (12),
 * tag (16), cipher text. The key id distinguishes a changed server secret from a damaged value.
 */
export function createSecretBox(secret: string): SecretBox {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "plumb: secrets at rest, version 1", 32));
  const keyId = createHash("sha256").update(key).digest().subarray(0, keyIdBytes);
  const head = Buffer.concat([Buffer.of(version), keyId]);
  const bound = (purpose: string) => Buffer.concat([head, Buffer.from(purpose)]);
  return {
    keyId: keyId.toString("hex"),
    seal(text, purpose) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(bound(purpose));
      const content = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([head, iv, cipher.getAuthTag(), content]).toString("base64");
    },
    open(encrypted, purpose) {
      const bytes = Buffer.from(encrypted, "base64");
      if (bytes[0] !== version || bytes.length < headBytes + ivBytes + tagBytes) throw unreadable();
      if (!bytes.subarray(1, headBytes).equals(keyId))
        throw new SealError(
          "The secret was stored under another PLUMB_SECRET. Enter it again, or start the server with the earlier one.",
        );
      const iv = bytes.subarray(headBytes, headBytes + ivBytes);
      const tag = bytes.subarray(headBytes + ivBytes, headBytes + ivBytes + tagBytes);
      const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: tagBytes });
      decipher.setAAD(bound(purpose)).setAuthTag(tag);
      try {
        const content = decipher.update(bytes.subarray(headBytes + ivBytes + tagBytes));
        return Buffer.concat([content, decipher.final()]).toString("utf8");
      } catch {
        throw unreadable();
      }
    },
  };
}

function unreadable(): SealError {
  return new SealError("The stored secret is damaged. Enter it again.");
}

/** Returns why a secret cannot be decrypted; `null` if it can. */
export function sealProblem(open: () => unknown): string | null {
  try {
    open();
    return null;
  } catch (error) {
    if (error instanceof SealError) return error.message;
    throw error;
  }
}
