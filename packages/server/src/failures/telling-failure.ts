import { tellingError } from "@plumb/analysis/errors/telling-error.ts";
import type { TestError } from "@plumb/contract/result-event.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";

/** Of an error: what it says first. What follows is the page or the log. */
const consideredLength = 40_000;

/** Of the errors of an attempt the one that says most, without terminal colours; undefined where there is none. */
export function tellingFailure(
  errors: readonly TestError[],
): { readonly message: string; readonly stack: string | null } | undefined {
  return tellingError(
    errors.map(({ message, stack }) => ({
      message: stripAnsi(message.slice(0, consideredLength)),
      stack: stack === undefined ? null : stripAnsi(stack.slice(0, consideredLength)),
    })),
  );
}
