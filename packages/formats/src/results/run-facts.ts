import type { RunEvent } from "@plumb/contract/result-event.ts";
import { cleanTitle } from "#text/clean-text.ts";
import { parseMoment } from "#text/moment.ts";
import { addFact } from "#text/shown-facts.ts";

type Facts = Omit<RunEvent, "kind" | "metadata" | "startedAt">;

/** What a report says of its run, learned piece by piece and told whenever there is more. */
export class RunFacts {
  #facts: Facts;
  #startedAt: number | undefined;
  readonly #metadata: Record<string, string> = {};
  #changed = true;

  /** @param framework Who wrote the report, unless it says otherwise. */
  constructor(framework: string) {
    this.#facts = { framework };
  }

  learn(facts: Facts): void {
    const told = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null && value !== "");
    if (told.length === 0) return;
    this.#facts = { ...this.#facts, ...(Object.fromEntries(told) as Facts) };
    this.#changed = true;
  }

  /** A wall clock that is told in parts, one after the other. */
  took(durationMs: number | null): void {
    if (durationMs !== null) this.learn({ durationMs: (this.#facts.durationMs ?? 0) + durationMs });
  }

  /** A fact of the environment that is worth showing. Names are ours; values that look like secrets are left out. */
  fact(name: string, value: string | undefined): void {
    const text = cleanTitle(value ?? "", 500).trim();
    if (text !== "" && addFact(this.#metadata, name, text)) this.#changed = true;
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

  /** What was learned since the last call, with all that was known before. */
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

/** A moment that names its zone; null for any other, which would put attempts outside their run. */
export function zonedMs(timestamp: string | undefined): number | null {
  const moment = parseMoment(timestamp);
  return moment?.zoned === true ? moment.ms : null;
}
