import { catalogue } from "#jobs/catalogue.ts";

/** Returns the display name of a job kind. A newer server may have queued an unknown one. */
export function titleOf(kind: string): string {
  return catalogue.find(({ name }) => name === kind)?.title ?? kind;
}
