import { asObject, asString, type JsonObject } from "#json/json-value.ts";
import { parsePiece } from "#json/parse-piece.ts";
import { plausibleDurationMs } from "#text/duration.ts";
import { parseUnixMs } from "#text/timestamp.ts";

/** An event, which is one line of the stream. */
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

/** Actions that end a test or a package. */
export const endings: ReadonlySet<string> = new Set(["pass", "fail", "skip", "bench"]);

/** Parses an event; undefined if the line is not one. */
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

/** Returns the timestamp in Unix milliseconds. Computed on demand, because it is needed for few events. */
export function timeOf({ raw }: GoEvent): number | null {
  return parseUnixMs(raw["Time"]);
}

/** True for an event that `go test -json` writes. */
export function isGoEvent({ pack, raw }: GoEvent): boolean {
  return pack !== "" || typeof raw["ImportPath"] === "string";
}

/** Returns a key for the test within the stream. A space is a safe separator, because package paths have none. */
export function keyOf({ pack, test }: GoEvent): string {
  return `${pack} ${test}`;
}
