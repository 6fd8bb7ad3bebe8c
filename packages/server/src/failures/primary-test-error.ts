import { primaryError } from "@plumb/analysis/errors/primary-error.ts";
import type { TestError } from "@plumb/contract/result-event.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";

/** Number of characters to read from the start of an error; the rest is usually a page or a log. */
const consideredLength = 40_000;

/** Placeholders that report readers use for a missing message. */
const withoutMessage = /^(?:an? )?(?:error|failure|failed) without a message$/i;

/** Returns the most informative error of an attempt, without ANSI codes; `undefined` if there is none. */
export function primaryTestError(
  errors: readonly TestError[],
): { readonly message: string; readonly stack: string | null } | undefined {
  return primaryError(
    errors
      .filter(({ message, stack }) => stack !== undefined || !withoutMessage.test(message))
      .map(({ message, stack }) => ({
        message: stripAnsi(message.slice(0, consideredLength)),
        stack: stack === undefined ? null : stripAnsi(stack.slice(0, consideredLength)),
      })),
  );
}
