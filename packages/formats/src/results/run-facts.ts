import type { RunEvent } from "@plumb/contract/result-event.ts";
import { cleanTitle } from "#text/clean-text.ts";
import { plausibleDurationMs } from "#text/duration.ts";
import { zonedMs } from "#text/loose-timestamp.ts";
import { parseTimestamp } from "#text/timestamp.ts";
import { addFact } from "#text/shown-facts.ts";

/** Metadata of the run as in the report, neither cleaned nor checked; undefined if missing. */
export interface RunRecord {
  readonly framework?: string | undefined;
  readonly frameworkVersion?: string | undefined;
  readonly suite?: string | undefined;
  /** Unix milliseconds or an ISO timestamp. A timestamp without a time zone is dropped. */
  readonly startedAt?: unknown;
  /** Milliseconds. */
  readonly durationMs?: unknown;
  /** See `place` of `RunEvent`. */
  readonly place?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** Collects metadata of the run and returns it whenever it has changed. */
export class RunFacts {
  #facts: Omit<RunEvent, "kind" | "metadata" | "startedAt"> = {};
  #startedAt: number | undefined;
  readonly #metadata: Record<string, string> = {};
  #changed = false;

  learn({ framework, frameworkVersion, suite, startedAt, durationMs, place, metadata = {} }: RunRecord): void {
    const took = plausibleDurationMs(durationMs);
    const facts = {
      ...line("framework", framework, 60),
      ...line("frameworkVersion", frameworkVersion, 100),
      ...line("suite", suite, 200),
      ...line("place", place, 200),
      ...(took === null ? {} : { durationMs: took }),
    };
    if (Object.keys(facts).length > 0) {
      this.#facts = { ...this.#facts, ...facts };
      this.#changed = true;
    }
    this.beganAt(zonedMs(startedAt));
    for (const [name, value] of Object.entries(metadata)) this.fact(name, value);
  }

  /** Adds a part of the wall-clock duration. */
  took(durationMs: number | null): void {
    if (durationMs !== null) this.learn({ durationMs: (this.#facts.durationMs ?? 0) + durationMs });
  }

  /** Adds metadata of the environment, unless it looks like a secret. */
  fact(name: string, value: string | undefined): void {
    const text = cleanTitle(value ?? "", 500).trim();
    if (text !== "" && addFact(this.#metadata, cleanTitle(name, 200).trim(), text)) this.#changed = true;
  }

  /** Keeps the earliest start. A start without a time zone may be half a day off, so it is only displayed and not used to order runs. */
  began(timestamp: string | undefined): void {
    const time = parseTimestamp(timestamp);
    if (time === null) return;
    if (time.zoned) this.beganAt(time.ms);
    else this.fact("startedLocalTime", (timestamp ?? "").trim().slice(0, 40));
  }

  beganAt(ms: number | null): void {
    if (ms === null || (this.#startedAt !== undefined && this.#startedAt <= ms)) return;
    this.#startedAt = ms;
    this.#changed = true;
  }

  /** Returns all metadata if it has changed since the last call. */
  take(): RunEvent[] {
    if (!this.#changed) return [];
    this.#changed = false;
    const metadata = { ...this.#metadata };
    return [
      {
        kind: "run",
        ...this.#facts,
        ...(this.#startedAt === undefined ? {} : { startedAt: this.#startedAt }),
        ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
      },
    ];
  }
}

function line<Name extends string>(name: Name, value: string | undefined, max: number): { [key in Name]?: string } {
  const text = cleanTitle(value ?? "", max).trim();
  return text === "" ? {} : ({ [name]: text } as { [key in Name]?: string });
}
