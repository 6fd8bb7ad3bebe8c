import { FailureSignatures } from "@plumb/analysis/grouping/failure-signature.ts";
import type { ArtifactEvent, AttemptEvent, StepEvent, StdoutEvent, TestEvent } from "@plumb/contract/result-event.ts";
import { limits } from "@plumb/formats/limits.ts";
import { withoutAddresses } from "@plumb/formats/text/object-address.ts";
import { OpenTest } from "./open-test.ts";
import { TextLimits } from "./text-limits.ts";
import { toResultRow } from "./to-result-row.ts";
import type { NewResult } from "#store/ingest/batch.ts";
import { isUndecided } from "@plumb/analysis/executions/match-results.ts";
import type { StoredAttempt, StoredDetail } from "#store/results/result-detail.ts";

/** A complete test with its attachments, ready to be stored. */
export interface AssembledTest {
  /** Id of the test within its stream. */
  readonly id: string;
  readonly result: NewResult;
  /** `null` if the row alone is complete. */
  readonly detail: StoredDetail | null;
  readonly artifacts: readonly ArtifactEvent[];
  /** Approximate bytes of its details, artifacts and long texts, which limit a batch. */
  readonly weight: number;
}

type OfTest<Event> = Event & { readonly test: string };

/** Events of a test, including the test event. */
export type EventOfTest = TestEvent | AttemptEvent | StepEvent | OfTest<StdoutEvent> | OfTest<ArtifactEvent>;

/**
 * Collects the events of each test until its `test` event. Only unfinished tests are in memory: a test opens with
 * its first event, may be announced and started any number of times, and is forgotten when it finishes.
 */
export class TestAssembler {
  readonly #open = new Map<string, OpenTest>();
  readonly #signatures = new FailureSignatures();
  readonly #texts: TextLimits;

  /** @param note Called once for each kind of text that had to be truncated. */
  constructor(note: (reason: string) => void) {
    this.#texts = new TextLimits(note);
  }

  /** @returns The state of the test, if this event announced, started or ended it. */
  add(event: EventOfTest): AssembledTest | null {
    if (event.kind === "test") return isUndecided(event.status) ? this.#undecided(event) : this.#decide(event);
    const test = this.#openTest(event.test);
    if (event.kind === "attempt") test.addAttempt(event);
    else if (event.kind === "step") test.addStep(event);
    else if (event.kind === "stdout") test.addOutput(event);
    else test.artifacts.push(event);
    return null;
  }

  #openTest(id: string): OpenTest {
    let test = this.#open.get(id);
    if (test === undefined) {
      test = new OpenTest(this.#texts);
      this.#open.set(id, test);
    }
    return test;
  }

  /** Returns an announced or running test. Its other events stay open until it ends. */
  #undecided(event: TestEvent): AssembledTest {
    this.#openTest(event.id);
    const result = this.#rowOf(event, [], false);
    return { id: event.id, result, detail: null, artifacts: [], weight: rowWeight(result) };
  }

  #decide(reported: TestEvent): AssembledTest {
    const { skipReason } = reported;
    // TestNG includes the memory address of the instance whose method failed. It is removed, so that tests skipped for the same cause have the same
    // reason.
    const event = skipReason === undefined ? reported : { ...reported, skipReason: withoutAddresses(skipReason) };
    const test = this.#openTest(event.id);
    this.#open.delete(event.id);
    const attempts = test.storedAttempts(event);
    const detail = detailOf(event, attempts);
    if (test.artifacts.length > limits.artifactsPerTest)
      this.#texts.noteOnce(`Artifacts beyond ${limits.artifactsPerTest} of one test were left out.`);
    const result = this.#rowOf(event, attempts, detail !== null);
    const artifacts = test.artifacts.slice(0, limits.artifactsPerTest);
    const detailWeight = detail === null ? 0 : test.weight + 150 * attempts.length;
    return {
      id: event.id,
      result,
      detail,
      artifacts,
      weight: rowWeight(result) + contentWeight(artifacts) + detailWeight,
    };
  }

  #rowOf(event: TestEvent, attempts: readonly StoredAttempt[], detailed: boolean): NewResult {
    return toResultRow(event, attempts, { signatures: this.#signatures, texts: this.#texts, detailed });
  }
}

/** Most rows are short, but a test may have a hundred titles of a thousand characters. */
function rowWeight({ titlePath, tags, annotations }: NewResult): number {
  let length = 0;
  for (const texts of [titlePath, tags, annotations]) for (const text of texts) length += text.length;
  return length;
}

/** Returns the bytes of artifacts whose content is in the report itself. */
function contentWeight(artifacts: readonly ArtifactEvent[]): number {
  return artifacts.reduce((sum, { body }) => sum + (body?.length ?? 0), 0);
}

/** Returns `null` if the row alone is complete, as for most passed tests of a JUnit file. */
function detailOf(event: TestEvent, attempts: readonly StoredAttempt[]): StoredDetail | null {
  const only = attempts.length === 1 ? attempts[0] : undefined;
  const plain =
    attempts.length === 0 ||
    (only !== undefined && !only.errors && !only.steps && !only.stdout && !only.stderr && only.status === event.status);
  if (plain && event.line === undefined && !event.annotations?.length && event.skipReason === undefined) return null;
  return {
    line: event.line,
    annotations: event.annotations?.length
      ? event.annotations.slice(0, limits.annotationsPerTest).map((annotation) => ({ ...annotation }))
      : undefined,
    skipReason: event.skipReason,
    attempts,
  };
}
