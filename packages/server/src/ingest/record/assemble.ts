import { cut } from "@plumb/contract/text/cut.ts";
import { LongText } from "@plumb/contract/text/long-text.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import { withSubject } from "@plumb/analysis/errors/error-subject.ts";
import { tellingError } from "@plumb/analysis/errors/telling-error.ts";
import { FailureSignatures } from "@plumb/analysis/grouping/failure-signature.ts";
import type { ArtifactEvent, AttemptEvent, StepEvent, StdoutEvent, TestEvent } from "@plumb/contract/result-event.ts";
import { annotationKeys, timedOutKey, type Step } from "@plumb/contract/runs/results.ts";
import { browserInTitles } from "@plumb/formats/text/browser-name.ts";
import { limits } from "@plumb/formats/limits.ts";
import { withoutAddresses } from "@plumb/formats/text/object-address.ts";
import { firstLine, storable } from "#core/text.ts";
import { testKey } from "#store/tests/test-key.ts";
import type { StoredAttempt, StoredDetail } from "#store/results/result-detail.ts";
import { isUndecided } from "#store/ingest/place-results.ts";
import type { NewResult } from "#store/ingest/batch.ts";

/** A test as it is now, ready for the store, with what its report says about files. */
export interface AssembledTest {
  /** Within its stream. */
  readonly id: string;
  readonly result: NewResult;
  /** The heavy part; null where the result says all there is. */
  readonly detail: StoredDetail | null;
  readonly artifacts: readonly ArtifactEvent[];
  /** Rough bytes of its detail, of its artifacts and of what its row says at length, to bound a batch. */
  readonly weight: number;
}

type OfTest<Event> = Event & { readonly test: string };

/** What belongs to a test, the test itself included. */
export type EventOfTest = TestEvent | AttemptEvent | StepEvent | OfTest<StdoutEvent> | OfTest<ArtifactEvent>;

interface OpenTest {
  attempts: Map<number, AttemptEvent>;
  steps: Map<number, Step[]>;
  output: Map<string, LongText>;
  artifacts: ArtifactEvent[];
  stepCount: number;
  weight: number;
}

/**
 * Gathers the events of each test until the `test` event that decides it. Holds only tests that are still open; `note`
 * is told once about each kind of text that had to be cut.
 */
export function createAssembler(note: (reason: string) => void) {
  const open = new Map<string, OpenTest>();
  const signatures = new FailureSignatures();
  const noted = new Set<string>();
  const noteOnce = (reason: string) => {
    if (noted.has(reason)) return;
    noted.add(reason);
    note(reason);
  };
  const limited = (text: string, length: number, what: string) => {
    // What an exported report brings was cut here before: it is that long and ends with the mark.
    if (text.length <= length || (text.length === length + 1 && text.endsWith("…"))) return text;
    noteOnce(`${what} longer than ${length.toLocaleString("en")} characters were cut.`);
    return cut(text, length);
  };
  const openTest = (id: string): OpenTest => {
    let test = open.get(id);
    if (test === undefined) {
      test = { attempts: new Map(), steps: new Map(), output: new Map(), artifacts: [], stepCount: 0, weight: 0 };
      open.set(id, test);
    }
    return test;
  };
  const addStep = (event: StepEvent) => {
    const test = openTest(event.test);
    test.stepCount += 1;
    if (test.stepCount > limits.stepsPerTest) {
      noteOnce(`Steps beyond ${limits.stepsPerTest.toLocaleString("en")} in one test were left out.`);
      return;
    }
    const step: Step = {
      title: limited(event.title, limits.keptStepTitle, "Step titles"),
      depth: event.depth,
      status: event.status,
      duration: event.durationMs,
      category: event.category,
      error: event.error === undefined ? undefined : limited(event.error, limits.keptErrorText, "Error texts"),
      file: event.file === undefined ? undefined : limited(event.file, limits.keptTitle, "Paths of steps"),
      line: event.line,
    };
    test.weight += step.title.length + (step.error?.length ?? 0) + (step.file?.length ?? 0) + 60;
    const steps = test.steps.get(event.attempt);
    if (steps === undefined) test.steps.set(event.attempt, [step]);
    else steps.push(step);
  };
  const addOutput = (event: OfTest<StdoutEvent>) => {
    const test = openTest(event.test);
    const key = `${event.stream}:${event.attempt ?? 0}`;
    const output = test.output.get(key) ?? new LongText(limits.output);
    const room = limits.output - output.length;
    test.output.set(key, output);
    output.add(event.text);
    test.weight += Math.max(0, Math.min(room, event.text.length));
    if (output.isCut)
      noteOnce(
        `Outputs of one attempt longer than ${limits.output.toLocaleString("en")} characters were cut: both ends were kept.`,
      );
  };
  const addAttempt = (event: AttemptEvent) => {
    const test = openTest(event.test);
    if (test.attempts.size >= limits.attemptsPerTest)
      noteOnce(`Attempts beyond ${limits.attemptsPerTest} of one test were left out.`);
    else test.attempts.set(event.index, event);
  };
  const storedAttempt = (test: OpenTest, event: AttemptEvent): StoredAttempt => {
    if (event.errors.length > limits.errorsPerAttempt)
      noteOnce(`Errors beyond ${limits.errorsPerAttempt} in one attempt were left out.`);
    const errors = event.errors.slice(0, limits.errorsPerAttempt).map((error) => {
      const message = limited(error.message, limits.keptErrorText, "Error texts");
      const kept = { ...error, message };
      if (error.stack !== undefined) kept.stack = limited(error.stack, limits.keptErrorText, "Error texts");
      if (error.snippet !== undefined) kept.snippet = limited(error.snippet, limits.keptErrorText, "Error texts");
      test.weight += message.length + (kept.stack?.length ?? 0) + (kept.snippet?.length ?? 0);
      return kept;
    });
    return {
      status: event.status,
      startedAt: event.startedAt,
      durationMs: event.durationMs,
      worker: event.worker,
      errors: errors.length > 0 ? errors : undefined,
      timedOut: event.timedOut === true ? true : undefined,
      steps: test.steps.get(event.index),
      stdout: test.output.get(`stdout:${event.index}`)?.toString(),
      stderr: test.output.get(`stderr:${event.index}`)?.toString(),
    };
  };
  /** Those that were told, and those of which only steps or output came: they ended with the test, as where its process died. */
  const attemptsOf = (test: OpenTest, { status, skipReason }: TestEvent): AttemptEvent[] => {
    const told = [...test.attempts.values()];
    const untold = new Set<number>();
    const hear = (index: number) => {
      if (!test.attempts.has(index)) untold.add(index);
    };
    for (const index of test.steps.keys()) hear(index);
    for (const key of test.output.keys()) hear(Number(key.split(":")[1]));
    if (untold.size === 0) return told;
    const ended = isUndecided(status) ? "error" : status;
    const errors = ended === "error" && skipReason !== undefined ? [{ message: skipReason }] : [];
    const room = Math.max(0, limits.attemptsPerTest - told.length);
    const made = [...untold].slice(0, room).map((index): AttemptEvent => ({
      kind: "attempt",
      test: "",
      index,
      status: ended,
      startedAt: null,
      durationMs: null,
      errors,
    }));
    return [...told, ...made];
  };
  /** The slim row of a test. */
  const rowOf = (event: TestEvent, attempts: readonly StoredAttempt[], detailed: boolean): NewResult => ({
    ...outcome(event, attempts, signatures),
    ...identityOf(event, limited),
    occurrence: event.occurrence,
    tags: (event.tags ?? []).slice(0, limits.tagsPerTest).map((tag) => storable(cut(tag, 200))),
    browser: browserOf(event),
    author: event.author === undefined ? null : storable(cut(event.author, 200)),
    annotations: filteredBy(event, attempts),
    detailed,
  });
  /** What came for it so far stays open until it is decided. */
  const undecided = (event: TestEvent): AssembledTest => {
    openTest(event.id);
    const result = rowOf(event, [], false);
    return { id: event.id, result, detail: null, artifacts: [], weight: rowWeight(result) };
  };
  const decide = (told: TestEvent): AssembledTest => {
    // TestNG names the instance whose method broke: tests that one cause left out share their reason.
    const event = told.skipReason === undefined ? told : { ...told, skipReason: withoutAddresses(told.skipReason) };
    const test = openTest(event.id);
    open.delete(event.id);
    const attempts = executed(attemptsOf(test, event))
      .toSorted((a, b) => a.index - b.index)
      .map((attempt) => storedAttempt(test, attempt));
    const detail = detailOf(event, attempts);
    if (test.artifacts.length > limits.artifactsPerTest)
      noteOnce(`Artifacts beyond ${limits.artifactsPerTest} of one test were left out.`);
    const result = rowOf(event, attempts, detail !== null);
    const artifacts = test.artifacts.slice(0, limits.artifactsPerTest);
    const detailWeight = detail === null ? 0 : test.weight + 150 * attempts.length;
    return {
      id: event.id,
      result,
      detail,
      artifacts,
      weight: rowWeight(result) + contentWeight(artifacts) + detailWeight,
    };
  };
  return {
    /** @returns The test as it is now, if this event said so: announced, running or decided. */
    add(event: EventOfTest): AssembledTest | null {
      if (event.kind === "test") return isUndecided(event.status) ? undecided(event) : decide(event);
      if (event.kind === "attempt") addAttempt(event);
      else if (event.kind === "step") addStep(event);
      else if (event.kind === "stdout") addOutput(event);
      else openTest(event.test).artifacts.push(event);
      return null;
    },
  };
}

/** The name of a test and the key of its history. */
function identityOf(event: TestEvent, limited: (text: string, length: number, what: string) => string) {
  const { file } = event;
  const titlePath = event.titlePath.map(withoutAddresses);
  const variant = withoutAddresses(event.variant);
  return {
    key: testKey({ file, titlePath, variant }),
    file: file === null ? null : storable(cut(file, limits.keptTitle)),
    titlePath: titlePath
      .slice(-limits.keptTitleDepth)
      .map((title) => storable(limited(title, limits.keptTitle, "Titles"))),
    variant: storable(cut(variant, limits.keptTitle)),
  };
}

/** Most rows are short; a test may have a hundred titles of a thousand characters. */
function rowWeight({ titlePath, tags, annotations }: NewResult): number {
  let length = 0;
  for (const texts of [titlePath, tags, annotations]) for (const text of texts) length += text.length;
  return length;
}

/** Of what the report itself holds of its artifacts. */
function contentWeight(artifacts: readonly ArtifactEvent[]): number {
  return artifacts.reduce((sum, { body }) => sum + (body?.length ?? 0), 0);
}

/** A test that never ran has no retries, however often its tool passed it over. */
function executed(attempts: readonly AttemptEvent[]): readonly AttemptEvent[] {
  return attempts.every(({ status }) => status === "skipped") ? attempts.slice(0, 1) : attempts;
}

function outcome(event: TestEvent, attempts: readonly StoredAttempt[], signatures: FailureSignatures) {
  const durations = attempts.flatMap(({ durationMs }) => (durationMs === null ? [] : [durationMs]));
  const failed = attempts.findLast(({ errors }) => errors !== undefined);
  const error =
    event.status === "passed" && !event.flaky ? undefined : tellingError((failed?.errors ?? []).map(plainError));
  const plain = error?.message ?? null;
  return {
    status: event.status,
    flaky: event.flaky,
    firstStatus: attempts[0]?.status ?? event.status,
    retries: Math.max(0, attempts.length - 1),
    worker: attempts.at(-1)?.worker ?? null,
    durationMs: durations.length === 0 ? null : durations.reduce((sum, duration) => sum + duration, 0),
    startedAt: attempts[0]?.startedAt ?? null,
    attempts: attempts.map(
      ({ startedAt, durationMs, worker, status }) => [startedAt, durationMs, worker ?? null, status] as const,
    ),
    errorLine: plain === null ? skipLine(event) : errorLine(plain),
    failureSignature: error === undefined ? null : signatures.of(error.message, error.stack),
  };
}

/** What the list finds a test by of its annotations, and whether it timed out. Whom it is by has a filter of its own. */
function filteredBy({ status, annotations = [], author }: TestEvent, attempts: readonly StoredAttempt[]): string[] {
  const timedOut = status !== "passed" && attempts.at(-1)?.timedOut === true;
  const told = annotations
    .slice(0, filteredAnnotations)
    .filter(({ description }) => description === undefined || description.trim() !== author)
    .flatMap(({ type, description = "" }) => annotationKeys(type, description));
  return [...new Set([...(timedOut ? [timedOutKey] : []), ...told.map(storable)])];
}

/** Beyond them a test still shows its annotations; the row must stay slim. */
const filteredAnnotations = 20;

/** Why a skipped test was skipped, or did not run. */
function skipLine({ status, skipReason }: TestEvent): string | null {
  return status !== "skipped" || skipReason === undefined
    ? null
    : firstLine(stripAnsi(skipReason), limits.keptErrorLine);
}

function plainError({ message, stack }: { readonly message: string; readonly stack?: string | undefined }) {
  return { message: stripAnsi(message.slice(0, consideredLength)), stack };
}

/** The first line, with what the check was about where that line would fit any test. */
function errorLine(message: string): string {
  return cut(storable(withSubject(firstLine(message, limits.keptErrorLine), message)), limits.keptErrorLine);
}

/** Of an error's message: what it says first, without the page or the response that some tools put behind it. */
const consideredLength = 8000;

function browserOf({ browser, titlePath }: TestEvent): string | null {
  const named = browser ?? browserInTitles(titlePath);
  return named === undefined ? null : storable(cut(named, 100));
}

/** Null where the slim row says all there is, as for most passed tests of a JUnit file. */
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
