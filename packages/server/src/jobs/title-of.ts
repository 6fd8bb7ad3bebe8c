import { catalogue } from "#jobs/catalogue.ts";

/** What people call a kind of job. A newer server may have queued what this one does not know. */
export function titleOf(kind: string): string {
  return catalogue.find(({ name }) => name === kind)?.title ?? kind;
}
