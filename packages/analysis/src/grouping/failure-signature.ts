import { createHash } from "node:crypto";
import { readLines } from "#errors/read-error.ts";
import { sortedLines } from "#errors/sorted-lines.ts";
import { type FailureOutline, outlineOf } from "./failure-outline.ts";
import { blockOf, keyOf } from "./likeness.ts";
import { RecurringErrors } from "./recurring-errors.ts";

/** Signatures of different versions are not comparable. Raised whenever the same error may get another one. */
export const signatureVersion = 2;

/**
 * Returns 16 hexadecimal digits that identify an error regardless of numbers, ids, times, host numbers, places and
 * browsers. Equal fingerprints have equal signatures.
 *
 * @param stack Adds what the message omits, as in Playwright's JUnit, and the root cause.
 */
export function failureSignature(message: string, stack?: string): string {
  return new FailureSignatures().of(message, stack);
}

/** The same for many failures: an error that recurs costs little. */
export class FailureSignatures {
  readonly #errors = new RecurringErrors<string>();

  of(message: string, stack?: string): string {
    const lines = sortedLines({ message, stack: stack ?? null });
    return this.#errors.of(lines, "", (steady) => signatureOf(outlineOf(readLines(steady, ""))));
  }
}

export function signatureOf(outline: FailureOutline): string {
  return hashed(keyOf(outline));
}

/** Equal for all outlines that could be similar: a newcomer need only be compared with those that have the same. */
export function signatureBlock(outline: FailureOutline): string {
  return hashed(blockOf(outline));
}

function hashed(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
