import { withoutVersions } from "#text/browser-version.ts";
import { plausibleDurationMs } from "#text/duration.ts";

/** The name of a point, and the facts that its tool printed into it. */
export interface PrintedName {
  readonly name: string;
  readonly durationMs: number | null;
  /** Browser without its version. */
  readonly variant: string;
}

const msPerUnit: Readonly<Record<string, number>> = { ms: 1, s: 1000, sec: 1000 };

/**
 * Returns the name without the additions of bats (`--timing`) and Testem, which would make a new test of every run:
 * `opens in 12ms`, `opens # in 12 ms`, `Chrome 140.0 - [12 ms] - opens`. Returns undefined if there are none.
 */
export function printedName(text: string): PrintedName | undefined {
  if (text.length > 4000) return undefined;
  const [, name, , time = "", unit = ""] = /^(.+?)( #)? in (\d{1,9}) ?(ms|s|sec)$/.exec(text) ?? [];
  if (name !== undefined) return { name, durationMs: Number(time) * (msPerUnit[unit] ?? 1), variant: "" };
  const [, launcher, ms, own] = /^(.{1,200}?) - \[(\d{1,9}|undefined) ms\](?: - (.+))?$/.exec(text) ?? [];
  if (launcher === undefined) return undefined;
  const duration = plausibleDurationMs(ms === "undefined" ? null : Number(ms));
  return own === undefined
    ? { name: launcher, durationMs: duration, variant: "" }
    : { name: own, durationMs: duration, variant: withoutVersions(launcher) };
}
