import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import type { ArtifactEvent, AttemptEvent, ResultEvent, TestError, TestEvent } from "@plumb/contract/result-event.ts";
import { limits } from "#limits.ts";
import type { ProblemLog } from "#problem-log.ts";
import { browserIn } from "#text/browser-name.ts";
import { cleanText, cleanTitle } from "#text/clean-text.ts";
import { baseName, contentTypeOf } from "#text/content-type.ts";
import { plausibleDurationMs } from "#text/duration.ts";
import type { FinalStatus, ToldAttempt, ToldError, ToldFile, ToldStep, ToldTest } from "./told-test.ts";

/**
 * Writes tests with their attempts as events: texts cleaned, everything within the limits, and what was cut said once. It
 * holds nothing but the events that nobody has taken yet.
 */
export class TestWriter {
  readonly #problems: ProblemLog;
  #events: ResultEvent[] = [];
  /** Written so far; `failed` with errors, `attempts` of all tests. */
  readonly counts = { tests: 0, failed: 0, attempts: 0 };

  constructor(problems: ProblemLog) {
    this.#problems = problems;
  }

  write(test: ToldTest): void {
    const id = String(++this.counts.tests);
    this.counts.attempts += test.attempts.length;
    if (test.attempts.length > limits.attemptsPerTest)
      this.#cut(`A test has more than ${limits.attemptsPerTest} attempts; the oldest were left out`);
    const attempts = test.attempts.slice(-limits.attemptsPerTest);
    for (const [index, attempt] of attempts.entries()) this.#attempt(id, index, attempt);
    const status = attempts.at(-1)?.status ?? "skipped";
    if (failed(status)) this.counts.failed += 1;
    const flaky = status === "passed" && attempts.some((attempt) => failed(attempt.status));
    this.#events.push(this.#test(id, test, status, flaky));
  }

  /** For what belongs to the run and not to a test. */
  push(event: ResultEvent): void {
    this.#events.push(event);
  }

  take(): ResultEvent[] {
    const taken = this.#events;
    this.#events = [];
    return taken;
  }

  #cut(reason: string): void {
    this.#problems.addOnce("warning", reason);
  }

  #attempt(test: string, index: number, attempt: ToldAttempt): void {
    const { worker } = attempt;
    const event: AttemptEvent = {
      kind: "attempt",
      test,
      index,
      status: attempt.status,
      startedAt: attempt.startedAt ?? null,
      durationMs: plausibleDurationMs(attempt.durationMs),
      errors: this.#errors(attempt),
      ...(worker !== undefined && Number.isSafeInteger(worker) && worker >= 0 ? { worker } : {}),
    };
    this.#events.push(event);
    this.#steps(test, index, attempt.steps ?? []);
    for (const stream of ["stdout", "stderr"] as const) {
      const whole = attempt[stream] ?? "";
      if (whole.length > limits.output)
        this.#cut(`The output of a test is longer than ${limits.output} characters and was cut`);
      const text = cleanText(whole, limits.output);
      if (text.trim() !== "") this.#events.push({ kind: "stdout", test, attempt: index, stream, text });
    }
    const files = attempt.files ?? [];
    if (files.length > limits.artifactsPerAttempt)
      this.#cut(`A test has more than ${limits.artifactsPerAttempt} attachments; the rest was left out`);
    for (const file of files.slice(0, limits.artifactsPerAttempt))
      this.#events.push({ ...artifactOf(file), test, attempt: index });
  }

  #errors({ status, errors = [] }: ToldAttempt): TestError[] {
    if (!failed(status)) return [];
    if (errors.length > limits.errorsPerAttempt)
      this.#cut(`A test has more than ${limits.errorsPerAttempt} errors; the rest was left out`);
    if (errors.length > 0) return errors.slice(0, limits.errorsPerAttempt).map(errorOf);
    return [{ message: status === "error" ? "Error without a message" : "Failure without a message" }];
  }

  #steps(test: string, attempt: number, steps: readonly ToldStep[]): void {
    const kept = steps.filter(({ depth }) => depth <= limits.stepDepth).slice(0, limits.stepsPerAttempt);
    if (kept.length < steps.length)
      this.#cut(
        `A test has more steps than are kept (${limits.stepsPerAttempt}, nested to ${limits.stepDepth} levels)`,
      );
    for (const { title, depth, status, durationMs, category, error } of kept) {
      this.#events.push({
        kind: "step",
        test,
        attempt,
        title: cleanTitle(title, limits.title),
        depth,
        status,
        durationMs: plausibleDurationMs(durationMs),
        category,
        ...(error === undefined || error.trim() === ""
          ? {}
          : { error: stripAnsi(cleanText(error.trim(), limits.message)) }),
      });
    }
  }

  #test(id: string, test: ToldTest, status: FinalStatus, flaky: boolean): TestEvent {
    const { line, author, skipReason, file } = test;
    if (test.name.length > limits.title) this.#cut(`A test name is longer than ${limits.title} characters and was cut`);
    const variant = cleanTitle(test.variant ?? "", limits.title);
    const tags = distinct(test.tags ?? [], 200, limits.tagsPerTest);
    const annotations = this.#annotations(test);
    const reason = status === "skipped" ? cleanText(skipReason ?? "", limits.message).trim() : "";
    const owner = cleanTitle(author ?? "", limits.annotationValue).trim();
    const browser = test.browser ?? browserIn(variant);
    return {
      kind: "test",
      id,
      file: file === undefined || file === null || file.trim() === "" ? null : cleanTitle(file, limits.title),
      titlePath: titlePathOf(test),
      variant,
      status,
      flaky,
      ...(line !== undefined && Number.isSafeInteger(line) && line > 0 ? { line } : {}),
      ...(browser === undefined ? {} : { browser }),
      ...(tags.length === 0 ? {} : { tags }),
      ...(owner === "" ? {} : { author: owner }),
      ...(annotations.length === 0 ? {} : { annotations }),
      ...(reason === "" ? {} : { skipReason: reason }),
    };
  }

  #annotations({ annotations = [] }: ToldTest): NonNullable<TestEvent["annotations"]> {
    if (annotations.length > limits.annotationsPerTest)
      this.#cut(`A test has more than ${limits.annotationsPerTest} properties; the rest was left out`);
    return annotations.slice(0, limits.annotationsPerTest).map(({ type, description }) => {
      const text = cleanText(description ?? "", limits.annotationValue).trim();
      return { type: cleanTitle(type, limits.annotationValue), ...(text === "" ? {} : { description: text }) };
    });
  }
}

/** A file of the report as an artifact of the run. */
export function artifactOf({ name, contentType, path, body }: ToldFile): ArtifactEvent {
  const from = path ?? name ?? "";
  const shown = cleanTitle(name ?? (path === undefined ? "" : baseName(path)), limits.title).trim();
  const type = cleanTitle(contentType ?? "", 200).trim();
  return {
    kind: "artifact",
    name: shown === "" ? "attachment" : shown,
    contentType: type === "" ? contentTypeOf(from) : type,
    ...(path === undefined || path === "" ? {} : { path }),
    ...(body === undefined ? {} : { body }),
  };
}

function failed(status: FinalStatus): boolean {
  return status === "failed" || status === "error";
}

/** The message, or else the first line of the stack, or else the type. */
function errorOf({ message, stack, type, file, line }: ToldError): TestError {
  const trace = cleanText(stack ?? "", limits.stack).replace(/^\s*\n/, "");
  const end = trace.trimEnd();
  const [first = ""] = end.trim().split("\n", 1);
  const kind = cleanTitle(type ?? "", limits.annotationValue).trim();
  const said = [message ?? "", first, kind].map((text) => text.trim()).find((text) => text !== "");
  const shown = cleanText(said ?? "Failure without a message", limits.message);
  return {
    message: shown,
    ...(end.trim() === "" || end.trim() === shown ? {} : { stack: end }),
    ...(kind === "" ? {} : { type: kind }),
    ...(file === undefined || file === "" ? {} : { file: cleanTitle(file, limits.title) }),
    ...(line !== undefined && Number.isSafeInteger(line) && line > 0 ? { line } : {}),
  };
}

function titlePathOf({ suites, name }: ToldTest): string[] {
  const titles = suites.map((title) => cleanTitle(title, limits.title).trim()).filter((title) => title !== "");
  const own = cleanTitle(name, limits.title).trim();
  return [...titles.slice(0, limits.suiteDepth), own === "" ? "(unnamed)" : own];
}

function distinct(texts: readonly string[], max: number, most: number): string[] {
  const clean = texts.map((text) => cleanTitle(text, max).trim().replace(/^@/, ""));
  return [...new Set(clean)].filter((text) => text !== "").slice(0, most);
}
