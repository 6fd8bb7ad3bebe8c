import { asNumber, asString, type JsonObject } from "@plumb/formats/json/json-value.ts";
import { tagsIn } from "@plumb/formats/text/tags-in-titles.ts";
import type { PlannedTest } from "@plumb/reporter-core/test-record-reporter.ts";
import { OpenTest } from "./open-test.ts";
import { Scenarios } from "./scenarios.ts";
import type { OpenStep } from "./step-log.ts";
import { errorsOf, messageOf, specPath, tagNames } from "./wdio-api.ts";
import type { WorkerRun } from "./worker-run.ts";

interface OpenSuite {
  readonly title: string;
  readonly tags: readonly string[];
}

/** Converts suites, hooks and tests of WebdriverIO to events. */
export class TestEvents {
  readonly #run: WorkerRun;
  readonly #suites: OpenSuite[] = [];
  readonly #scenarios = new Scenarios();
  #file: string | undefined;
  #open: OpenTest | null = null;
  #hook: OpenStep | null = null;
  #ids = 0;

  constructor(run: WorkerRun) {
    this.#run = run;
  }

  get open(): OpenTest | null {
    return this.#open;
  }

  get handlers(): Readonly<Record<string, (event: JsonObject) => void>> {
    return {
      "suite:start": (event) => this.#suiteStart(event),
      "suite:retry": () => this.#suiteRetry(),
      "suite:end": (event) => this.#suiteEnd(event),
      "test:start": (event) => this.#testStart(event),
      "test:pass": (event) => this.#testEnd(event, "passed"),
      "test:fail": (event) => this.#testEnd(event, "failed"),
      "test:retry": (event) => this.#testRetry(event),
      "test:skip": (event) => this.#testSkipped(event, "skip"),
      "test:pending": (event) => this.#testSkipped(event, "pending"),
      "hook:start": (event) => this.#hookStart(event),
      "hook:end": (event) => this.#hookEnd(event),
    };
  }

  print(stream: "stdout" | "stderr", text: string): void {
    if (this.#open === null) this.#run.reportOutput(stream, text);
    else this.#open.current.print(stream, text);
  }

  /** Emits the last test, which is held back because hooks after a test belong to it. */
  flush(): void {
    const open = this.#open;
    this.#open = null;
    this.#hook = null;
    if (open === null) return;
    const record = open.record();
    const status = record.attempts.at(-1)?.status;
    if (status === "failed" || status === "error") this.#run.failed = true;
    this.#run.run.reportResult(open.id, record);
  }

  #suiteStart(event: JsonObject): void {
    this.flush();
    this.#file = specPath(event["file"]) ?? this.#file;
    const title = asString(event["title"]) ?? "";
    if (event["type"] === "scenario") this.#begin(title, tagNames(event["tags"]), true);
    else this.#suites.push({ title, tags: tagNames(event["tags"]) });
  }

  #suiteRetry(): void {
    if (this.#open?.isScenario !== true) return;
    this.#scenarios.end(this.#open);
    this.#open.startRetry();
  }

  #suiteEnd(event: JsonObject): void {
    if (this.#open?.isScenario === true && event["type"] === "scenario")
      this.#scenarios.end(this.#open, asNumber(event["duration"]));
    this.flush();
    if (event["type"] !== "scenario") this.#suites.pop();
  }

  #testStart(event: JsonObject): void {
    const title = asString(event["title"]) ?? "";
    const open = this.#open;
    if (open?.isScenario === true) this.#scenarios.stepStart(open, title);
    else if (open?.runsAgain === true && open.planned.titlePath.at(-1) === title) open.startRetry();
    else {
      this.flush();
      this.#file = specPath(event["file"]) ?? this.#file;
      this.#begin(title, tagNames(event["tags"]), false);
    }
  }

  #testEnd(event: JsonObject, status: "passed" | "failed"): void {
    const open = this.#open;
    const errors = status === "failed" ? errorsOf(event) : [];
    if (open?.isScenario === true) this.#scenarios.stepEnd(open, status, { errors, event });
    else open?.current.end(status, errors, asNumber(event["duration"]));
  }

  #testRetry(event: JsonObject): void {
    if (this.#open === null) return;
    this.#testEnd(event, "failed");
    this.#open.runsAgain = true;
  }

  #testSkipped(event: JsonObject, outcome: "skip" | "pending"): void {
    if (this.#open?.isScenario === true) return this.#scenarios.stepEnd(this.#open, outcome, { errors: [], event });
    // A test that skips itself has started. For a test that is not run, `pending` is the only event.
    if (this.#open === null || this.#open.current.status !== null) this.#testStart(event);
    if (this.#open === null) return;
    this.#open.skipReason = asString(event["pendingReason"]);
    this.#open.current.end("skipped");
  }

  #hookStart(event: JsonObject): void {
    const title = asString(event["title"]) ?? "";
    this.#hook = null;
    if (this.#open === null || title === "" || isAroundAll(title)) return;
    this.#hook = this.#open.current.steps.enter(title, "hook");
  }

  #hookEnd(event: JsonObject): void {
    const errors = errorsOf(event);
    const [error] = errors;
    const failed = errors.length > 0 || asString(event["state"])?.toUpperCase() === "FAILED";
    const title = asString(event["title"]) || "A hook";
    const open = isAroundAll(title) ? null : this.#open;
    const step = this.#hook ?? (failed && open !== null ? open.current.steps.enter(title, "hook") : null);
    this.#hook = null;
    if (step !== null)
      open?.current.steps.leave(
        step,
        failed ? "failed" : "passed",
        failed ? messageOf(error) : undefined,
        asNumber(event["duration"]),
      );
    if (!failed) return;
    if (open?.isScenario === true) return this.#scenarios.hookFailed(errors);
    // A failed hook before a test prevents the test, whatever its own events report.
    if (open !== null && open.current.status === null) return open.current.end("error", errors);
    const where = [...this.#suites.map((suite) => suite.title), title].filter((part) => part !== "");
    this.#run.reportProblem(`${where.join(" › ")}: ${messageOf(error)}`);
  }

  #begin(title: string, tags: readonly string[], isScenario: boolean): void {
    const { device, run } = this.#run;
    const titlePath = [...this.#suites.map((suite) => suite.title), title];
    const planned: PlannedTest = {
      file: this.#file ?? (this.#run.specs.length === 1 ? this.#run.specs[0] : undefined),
      titlePath,
      variant: device.variant,
      browser: device.browser,
      tags: [...this.#suites.flatMap((suite) => suite.tags), ...tags, ...tagsIn(titlePath)],
    };
    this.#open = new OpenTest(String(++this.#ids), planned, isScenario);
    run.reportTest(this.#open.id, planned, "running");
  }
}

function isAroundAll(title: string): boolean {
  return /^"?(?:before|after) all/i.test(title);
}
