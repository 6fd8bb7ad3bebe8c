import { outcomeLooks } from "#ui/outcome.ts";

/** The word that the badge of this status shows. */
export function wordOf(status: string): string {
  return status in outcomeLooks ? outcomeLooks[status as keyof typeof outcomeLooks].word : status;
}
