import { jobKinds } from "./job-kinds.ts";

/** Returns the title of a job kind, or its name if a newer server queued an unknown kind. */
export function titleOf(kind: string): string {
  return jobKinds.find(({ name }) => name === kind)?.title ?? kind;
}
