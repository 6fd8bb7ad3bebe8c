import { Failure } from "#core/failure.ts";

/** Holds so many bytes at most. @throws Failure `rate_limited` for what has no room; it comes again in a moment. */
export function createRoom(most: number) {
  let held = 0;
  return {
    async hold<Value>(bytes: number, work: () => Promise<Value>): Promise<Value> {
      if (held > 0 && held + bytes > most)
        throw new Failure("rate_limited", "Too many batches wait to be recorded. Send this one again.", {}, 2);
      held += bytes;
      try {
        return await work();
      } finally {
        held -= bytes;
      }
    },
  };
}
