import type { Outgoing } from "./outgoing.ts";
import { tookTooLong } from "./outgoing-error.ts";

const usualTimeoutMs = 10_000;

/** Returns a client whose requests share a deadline after `ms`, because an operation may need several of them. */
export function withDeadline(outgoing: Outgoing, ms: number): Outgoing {
  const endsAt = performance.now() + ms;
  return {
    ...outgoing,
    async request(input) {
      const leftMs = Math.ceil(endsAt - performance.now());
      if (leftMs <= 0) throw tookTooLong(new URL(input.url).host, ms);
      return outgoing.request({ ...input, timeoutMs: Math.min(input.timeoutMs ?? usualTimeoutMs, leftMs) });
    },
  };
}
