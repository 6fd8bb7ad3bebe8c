import { outcomeLooks } from "#ui/outcome.ts";

/** Returns the label of the status badge. */
export function wordOf(status: string): string {
  return status in outcomeLooks ? outcomeLooks[status as keyof typeof outcomeLooks].word : status;
}
