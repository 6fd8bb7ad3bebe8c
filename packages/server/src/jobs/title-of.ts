import { catalogue } from "#jobs/catalogue.ts";

/** Returns the title of a job kind, or its name if a newer server queued an unknown kind. */
export function titleOf(kind: string): string {
  return catalogue.find(({ name }) => name === kind)?.title ?? kind;
}
