// oxlint-disable-next-line no-restricted-imports -- tests feed formats from files; the formats themselves open none
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { ResultEvent } from "@plumb/contract/result-event.ts";
import type { ReportFormat } from "#report-format.ts";

type EventOf<Kind extends ResultEvent["kind"]> = Extract<ResultEvent, { kind: Kind }>;

/** Returns all events of a text, read in chunks of `chunk` characters. */
export async function readText(format: ReportFormat, text: string, chunk = 16): Promise<ResultEvent[]> {
  return readFiles(format, { sample: text }, chunk);
}

/** Returns all events of a report with several files, by their names. */
export async function readFiles(
  format: ReportFormat,
  files: Readonly<Record<string, string>>,
  chunk = 16,
): Promise<ResultEvent[]> {
  const members = Object.entries(files).map(([name, text]) => ({
    name,
    text: () => inPieces(text, chunk),
    bytes: () => [Buffer.from(text)].values() as unknown as AsyncIterable<Uint8Array>,
  }));
  return (await Array.fromAsync(format.read({ name: "sample", members }))).flat();
}

/** Returns the events of a text in a stable order, for any chunk size. */
export async function readReport(format: ReportFormat, text: string) {
  const events = await readInAnyChunks(format, text);
  const tests = only("test", events);
  return {
    events,
    counts: countsOf(events),
    tests,
    /** Joined title path of each test. */
    titles: tests.map(({ titlePath }) => titlePath.join(" › ")),
    problems: problems(events),
    run: runFacts(events),
    /** Events outside tests. */
    outside: events.filter(
      (event) => (event.kind === "stdout" || event.kind === "artifact") && event.test === undefined,
    ),
    /** Returns the first test with this name and its events. */
    named: (name: string) => {
      const found = tests.find(({ titlePath }) => titlePath.at(-1) === name);
      const own = events.filter((event) => "test" in event && event.test === found?.id);
      return {
        test: found,
        attempts: only("attempt", own),
        steps: only("step", own),
        output: only("stdout", own),
        files: only("artifact", own),
      };
    },
  };
}

/** Reads the text in small pieces; problems and run facts may come at different times. */
async function readInAnyChunks(format: ReportFormat, text: string): Promise<ResultEvent[]> {
  const events = await readText(format, text, 16);
  const atOnce = await readText(format, text, 1_000_000);
  for (const parts of [results, problems, runFacts])
    expect(parts(atOnce), "chunks must not matter").toEqual(parts(events));
  expect(events.filter((event) => !ResultEvent.safeParse(event).success)).toEqual([]);
  return events;
}

function results(events: readonly ResultEvent[]): ResultEvent[] {
  return events.filter(({ kind }) => kind !== "run" && kind !== "problem");
}

function problems(events: readonly ResultEvent[]) {
  return only("problem", events);
}

function runFacts(events: readonly ResultEvent[]): Partial<EventOf<"run">> {
  return Object.assign({}, ...only("run", events)) as Partial<EventOf<"run">>;
}

/** Returns the content of a file next to the test. */
export function sampleText(url: URL): string {
  return readFileSync(url, "utf8");
}

/** Returns all events of a text by kind, with the final facts of the run, for any chunk size. */
export async function readWhole(format: ReportFormat, text: string) {
  const events = await readInAnyChunks(format, text);
  return {
    events,
    counts: countsOf(events),
    tests: only("test", events),
    attempts: only("attempt", events),
    steps: only("step", events),
    artifacts: only("artifact", events),
    outputs: only("stdout", events),
    problems: problems(events).map(({ severity, reason }) => `${severity}: ${reason}`),
    run: runFacts(events),
  };
}

/** Returns only the events of one kind. */
export function only<Kind extends ResultEvent["kind"]>(kind: Kind, events: readonly ResultEvent[]): EventOf<Kind>[] {
  return events.filter((event): event is EventOf<Kind> => event.kind === kind);
}

/** Returns the number of tests by outcome; `tests` is the total. */
export function countsOf(events: readonly ResultEvent[]): Record<string, number> {
  const counts = { tests: 0, passed: 0, failed: 0, error: 0, skipped: 0, flaky: 0, announced: 0, running: 0 };
  for (const test of only("test", events)) {
    counts.tests++;
    counts[test.status]++;
    if (test.flaky) counts.flaky++;
  }
  const { announced: _announced, running: _running, ...decided } = counts;
  return decided;
}

// oxlint-disable-next-line typescript/require-await -- an async source is what formats read
async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

/** Matches any text that contains this part, for an expected structure. */
export function containing(part: string): string {
  return expect.stringContaining(part) as string;
}

/** Matches any text that matches this pattern. */
export function matching(pattern: RegExp): string {
  return expect.stringMatching(pattern) as string;
}
