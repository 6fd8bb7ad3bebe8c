import { outcomeStyles } from "#ui/outcome/outcome.ts";

/** Returns the label of the status badge. */
export function wordOf(status: string): string {
  return status in outcomeStyles ? outcomeStyles[status as keyof typeof outcomeStyles].word : status;
}
