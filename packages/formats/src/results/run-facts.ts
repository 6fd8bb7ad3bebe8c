import type { RunEvent } from "@plumb/contract/result-event.ts";
import { cleanTitle } from "#text/clean-text.ts";
import { plausibleDurationMs } from "#text/duration.ts";
import { zonedMs } from "#text/loose-moment.ts";
import { parseMoment } from "#text/moment.ts";
import { addFact } from "#text/shown-facts.ts";

/** Facts about the run from a report, neither cleaned nor checked; undefined if missing. */
export interface RunRecord {
  readonly framework?: string | undefined;
  readonly frameworkVersion?: string | undefined;
  readonly suite?: string | undefined;
  /** Unix milliseconds or an ISO moment; one without a zone is left out. */
  readonly startedAt?: unknown;
  /** Milliseconds. */
  readonly durationMs?: unknown;
  /** Where the tests ran, as `RunEvent` has it. */
  readonly place?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

/** Facts about the run, collected step by step and returned whenever there are new ones. */
export class RunFacts {
  #facts: Omit<RunEvent, "kind" | "metadata" | "startedAt"> = {};
  #startedAt: number | undefined;
  readonly #metadata: Record<string, string> = {};
  #changed = false;

  learn({ framework, frameworkVersion, suite, startedAt, durationMs, place, metadata = {} }: RunRecord): void {
    const took = plausibleDurationMs(durationMs);
    const told = {
      ...line("framework", framework, 60),
      ...line("frameworkVersion", frameworkVersion, 100),
      ...line("suite", suite, 200),
      ...line("place", place, 200),
      ...(took === null ? {} : { durationMs: took }),
    };
    if (Object.keys(told).length > 0) {
      this.#facts = { ...this.#facts, ...told };
      this.#changed = true;
    }
    this.beganAt(zonedMs(startedAt));
    for (const [name, value] of Object.entries(metadata)) this.fact(name, value);
  }

  /** A wall clock whose parts arrive one after the other. */
  took(durationMs: number | null): void {
    if (durationMs !== null) this.learn({ durationMs: (this.#facts.durationMs ?? 0) + durationMs });
  }

  /** A fact of the environment that is worth showing; one that looks like a secret is left out. */
  fact(name: string, value: string | undefined): void {
    const text = cleanTitle(value ?? "", 500).trim();
    if (text !== "" && addFact(this.#metadata, cleanTitle(name, 200).trim(), text)) this.#changed = true;
  }

  /** The earliest start counts. One without a zone may be half a day off: it is shown as written, and orders no runs. */
  began(timestamp: string | undefined): void {
    const moment = parseMoment(timestamp);
    if (moment === null) return;
    if (moment.zoned) this.beganAt(moment.ms);
    else this.fact("startedLocalTime", (timestamp ?? "").trim().slice(0, 40));
  }

  beganAt(ms: number | null): void {
    if (ms === null || (this.#startedAt !== undefined && this.#startedAt <= ms)) return;
    this.#startedAt = ms;
    this.#changed = true;
  }

  /** Returns all facts if there are new ones since the last call. */
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
