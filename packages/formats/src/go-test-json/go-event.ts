import { asObject, asString, type JsonObject } from "#json/json-value.ts";
import { parsePiece } from "#json/parse-piece.ts";
import { plausibleDurationMs } from "#text/duration.ts";
import { parseUnixMs } from "#text/moment.ts";

/** One line of the stream. */
export interface GoEvent {
  readonly action: string;
  /** Empty for events of a build. */
  readonly pack: string;
  /** Empty for events of a package. */
  readonly test: string;
  readonly elapsedMs: number | null;
  readonly output: string;
  readonly raw: JsonObject;
}

/** How a test or a package ends. */
export const endings: ReadonlySet<string> = new Set(["pass", "fail", "skip", "bench"]);

/** Undefined for a line that is none. */
export function parseEvent(line: string): GoEvent | undefined {
  if (!line.startsWith("{")) return undefined;
  const raw = asObject(parsePiece(line)?.value);
  const action = asString(raw?.["Action"]);
  if (raw === undefined || action === undefined) return undefined;
  const elapsed = raw["Elapsed"];
  return {
    action,
    pack: asString(raw["Package"]) ?? "",
    test: asString(raw["Test"]) ?? "",
    elapsedMs: typeof elapsed === "number" ? plausibleDurationMs(Math.round(elapsed * 1_000_000) / 1000) : null,
    output: asString(raw["Output"]) ?? "",
    raw,
  };
}

/** Timestamp in Unix milliseconds. Not part of the event, because few events need it. */
export function timeOf({ raw }: GoEvent): number | null {
  return parseUnixMs(raw["Time"]);
}

/** True for an event that `go test -json` writes. */
export function isGoEvent({ pack, raw }: GoEvent): boolean {
  return pack !== "" || typeof raw["ImportPath"] === "string";
}

/** Names a test within the stream; a package has no spaces in its path. */
export function keyOf({ pack, test }: GoEvent): string {
  return `${pack} ${test}`;
}
