import { tellingError } from "@plumb/analysis/errors/telling-error.ts";
import type { TestError } from "@plumb/contract/result-event.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";

/** Of an error: what it says first. What follows is the page or the log. */
const consideredLength = 40_000;

/** What readers of reports write where a report gives no error. */
const withoutMessage = /^(?:an? )?(?:error|failure|failed) without a message$/i;

/** Of the errors of an attempt the one that says most, without terminal colours; undefined where there is none. */
export function tellingFailure(
  errors: readonly TestError[],
): { readonly message: string; readonly stack: string | null } | undefined {
  return tellingError(
    errors
      .filter(({ message, stack }) => stack !== undefined || !withoutMessage.test(message))
      .map(({ message, stack }) => ({
        message: stripAnsi(message.slice(0, consideredLength)),
        stack: stack === undefined ? null : stripAnsi(stack.slice(0, consideredLength)),
      })),
  );
}
