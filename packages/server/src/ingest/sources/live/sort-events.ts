import type { ArtifactEvent, ResultEvent, TestEvent } from "@plumb/contract/result-event.ts";
import { limits } from "@plumb/formats/limits.ts";
import type { EventOfTest } from "#ingest/record/assemble.ts";
import { idOf } from "./read-lines.ts";
import { isUndecided } from "@plumb/analysis/executions/match-results.ts";
import { type LiveTest, streamKey } from "#store/ingest/live-tests.ts";

/** Events of a test in a batch. */
export interface TestOfBatch {
  readonly id: string;
  readonly key: string;
  readonly events: EventOfTest[];
  readonly files: ArtifactEvent[];
}

export interface SortedEvents {
  /** In order of their first event. */
  readonly tests: readonly TestOfBatch[];
  readonly ofRun: readonly ResultEvent[];
}

/** Groups the events of a batch by test. */
export function sortEvents(events: readonly ResultEvent[]): SortedEvents {
  const tests = new Map<string, TestOfBatch>();
  const ofRun: ResultEvent[] = [];
  for (const event of events) {
    const id = idOf(event);
    if (id === undefined) {
      ofRun.push(event);
      continue;
    }
    const test = tests.get(id) ?? { id, key: streamKey(id), events: [], files: [] };
    tests.set(id, test);
    if (event.kind === "artifact") test.files.push(event);
    else test.events.push(event as EventOfTest);
  }
  return { tests: [...tests.values()], ofRun };
}

/** How the events of a test are handled. */
export interface TestSteps {
  /** Events up to the one that finishes the test; `null` if the test does not finish. */
  readonly deciding: readonly EventOfTest[] | null;
  /** Latest announced or running state of an unfinished test. */
  readonly testEvent: TestEvent | null;
  /** Events that wait until the test ends. */
  readonly waiting: readonly EventOfTest[];
  /** Number of discarded events that arrived after the end of the test. */
  readonly late: number;
  /** Title of the test if it finished more than once. */
  readonly repeated: string | null;
}

function decides(event: EventOfTest): boolean {
  return event.kind === "test" && !isUndecided(event.status);
}

/** @param known The test as known from earlier batches. */
export function stepsOf(events: readonly EventOfTest[], known: LiveTest | undefined): TestSteps {
  const at = known?.decided === true ? -1 : events.findIndex(decides);
  if (known?.decided === true || at >= 0) {
    const rest = events.slice(at + 1);
    const again = rest.find(decides) as TestEvent | undefined;
    return {
      deciding: at < 0 ? null : events.slice(0, at + 1),
      testEvent: null,
      waiting: [],
      late: rest.filter((event) => event.kind !== "test").length,
      repeated: again?.titlePath.at(-1) ?? null,
    };
  }
  const testEvent = events.findLast((event): event is TestEvent => event.kind === "test") ?? null;
  // The row of an announced test is complete. A running test keeps its event, from which it is finished if its end never arrives.
  const waiting = events.filter(
    (event) => event.kind !== "test" || (event.status === "running" && event === testEvent),
  );
  return { deciding: null, testEvent, waiting, late: 0, repeated: null };
}

/** Drops steps and output of a test with too many waiting events. Returns `null` if nothing was dropped. */
export function withinRoom(waiting: readonly EventOfTest[], before: number, ofSource: number): EventOfTest[] | null {
  const size = JSON.stringify(waiting).length;
  const fits = before + size <= limits.liveWaitingPerTestBytes && ofSource + size <= limits.liveWaitingPerSourceBytes;
  if (fits) return null;
  const slim = waiting.filter(({ kind }) => kind === "test" || kind === "attempt");
  // The number of attempts is limited, but not their size.
  return before + JSON.stringify(slim).length <= 2 * limits.liveWaitingPerTestBytes ? slim : [];
}
