import { createHash } from "node:crypto";
import { readLines } from "#errors/read-error.ts";
import { sortedLines } from "#errors/sorted-lines.ts";
import { type FailureFingerprint, fingerprintOf } from "./failure-fingerprint.ts";
import { blockOf, keyOf } from "./similarity.ts";
import { RecurringErrors } from "./recurring-errors.ts";

/** Signatures of different versions are not comparable. Must be incremented whenever the signature of any error can change. */
export const signatureVersion = 4;

/**
 * Returns 16 hexadecimal digits that identify an error, ignoring numbers, ids, times, host numbers, code locations and
 * browsers. Equal fingerprints have equal signatures.
 *
 * @param stack Provides details that the message omits, as in Playwright's JUnit, and the root cause.
 */
export function failureSignature(message: string, stack?: string): string {
  return new FailureSignatures().of(message, stack);
}

/** Computes signatures of many failures, with a cache for recurring errors. */
export class FailureSignatures {
  readonly #errors = new RecurringErrors<string>();

  of(message: string, stack?: string): string {
    const lines = sortedLines({ message, stack: stack ?? null });
    return this.#errors.of(lines, "", (steady) => signatureOf(fingerprintOf(readLines(steady, ""))));
  }
}

export function signatureOf(outline: FailureFingerprint): string {
  return hashed(keyOf(outline));
}

/** Returns a key that is equal for all fingerprints that could be similar, so that a new one is only compared with those. */
export function signatureBlock(outline: FailureFingerprint): string {
  return hashed(blockOf(outline));
}

function hashed(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
