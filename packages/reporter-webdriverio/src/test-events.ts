import { asNumber, asString, type JsonObject } from "@plumb/formats/json/json-value.ts";
import { tagsIn } from "@plumb/formats/text/tags-in-titles.ts";
import type { ComingTest } from "@plumb/reporter-core/recorded-run.ts";
import { OpenTest } from "./open-test.ts";
import { Scenarios } from "./scenarios.ts";
import type { OpenStep } from "./step-log.ts";
import { errorsOf, messageOf, specPath, tagNames } from "./wdio-parts.ts";
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

  get handlers(): Readonly<Record<string, (said: JsonObject) => void>> {
    return {
      "suite:start": (said) => this.#suiteStart(said),
      "suite:retry": () => this.#suiteRetry(),
      "suite:end": (said) => this.#suiteEnd(said),
      "test:start": (said) => this.#testStart(said),
      "test:pass": (said) => this.#testEnd(said, "passed"),
      "test:fail": (said) => this.#testEnd(said, "failed"),
      "test:retry": (said) => this.#testRetry(said),
      "test:skip": (said) => this.#testSkipped(said, "skip"),
      "test:pending": (said) => this.#testSkipped(said, "pending"),
      "hook:start": (said) => this.#hookStart(said),
      "hook:end": (said) => this.#hookEnd(said),
    };
  }

  print(stream: "stdout" | "stderr", text: string): void {
    if (this.#open === null) this.#run.printed(stream, text);
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
    this.#run.run.decided(open.id, record);
  }

  #suiteStart(said: JsonObject): void {
    this.flush();
    this.#file = specPath(said["file"]) ?? this.#file;
    const title = asString(said["title"]) ?? "";
    if (said["type"] === "scenario") this.#begin(title, tagNames(said["tags"]), true);
    else this.#suites.push({ title, tags: tagNames(said["tags"]) });
  }

  #suiteRetry(): void {
    if (this.#open?.isScenario !== true) return;
    this.#scenarios.end(this.#open);
    this.#open.again();
  }

  #suiteEnd(said: JsonObject): void {
    if (this.#open?.isScenario === true && said["type"] === "scenario")
      this.#scenarios.end(this.#open, asNumber(said["duration"]));
    this.flush();
    if (said["type"] !== "scenario") this.#suites.pop();
  }

  #testStart(said: JsonObject): void {
    const title = asString(said["title"]) ?? "";
    const open = this.#open;
    if (open?.isScenario === true) this.#scenarios.stepStart(open, title);
    else if (open?.runsAgain === true && open.coming.titlePath.at(-1) === title) open.again();
    else {
      this.flush();
      this.#file = specPath(said["file"]) ?? this.#file;
      this.#begin(title, tagNames(said["tags"]), false);
    }
  }

  #testEnd(said: JsonObject, status: "passed" | "failed"): void {
    const open = this.#open;
    const errors = status === "failed" ? errorsOf(said) : [];
    if (open?.isScenario === true) this.#scenarios.stepEnd(open, status, { errors, said });
    else open?.current.end(status, errors, asNumber(said["duration"]));
  }

  #testRetry(said: JsonObject): void {
    if (this.#open === null) return;
    this.#testEnd(said, "failed");
    this.#open.runsAgain = true;
  }

  #testSkipped(said: JsonObject, how: "skip" | "pending"): void {
    if (this.#open?.isScenario === true) return this.#scenarios.stepEnd(this.#open, how, { errors: [], said });
    // A test that skips itself has started. For a test that is not run, `pending` is the only event.
    if (this.#open === null || this.#open.current.status !== null) this.#testStart(said);
    if (this.#open === null) return;
    this.#open.skipReason = asString(said["pendingReason"]);
    this.#open.current.end("skipped");
  }

  #hookStart(said: JsonObject): void {
    const title = asString(said["title"]) ?? "";
    this.#hook = null;
    if (this.#open === null || title === "" || isAroundAll(title)) return;
    this.#hook = this.#open.current.steps.enter(title, "hook");
  }

  #hookEnd(said: JsonObject): void {
    const errors = errorsOf(said);
    const [error] = errors;
    const failed = errors.length > 0 || asString(said["state"])?.toUpperCase() === "FAILED";
    const title = asString(said["title"]) || "A hook";
    const open = isAroundAll(title) ? null : this.#open;
    const step = this.#hook ?? (failed && open !== null ? open.current.steps.enter(title, "hook") : null);
    this.#hook = null;
    if (step !== null)
      open?.current.steps.leave(
        step,
        failed ? "failed" : "passed",
        failed ? messageOf(error) : undefined,
        asNumber(said["duration"]),
      );
    if (!failed) return;
    if (open?.isScenario === true) return this.#scenarios.hookFailed(errors);
    // A failed hook before a test prevents the test, whatever its own events report.
    if (open !== null && open.current.status === null) return open.current.end("error", errors);
    const where = [...this.#suites.map((suite) => suite.title), title].filter((part) => part !== "");
    this.#run.problem(`${where.join(" › ")}: ${messageOf(error)}`);
  }

  #begin(title: string, tags: readonly string[], isScenario: boolean): void {
    const { device, run } = this.#run;
    const titlePath = [...this.#suites.map((suite) => suite.title), title];
    const coming: ComingTest = {
      file: this.#file ?? (this.#run.specs.length === 1 ? this.#run.specs[0] : undefined),
      titlePath,
      variant: device.variant,
      browser: device.browser,
      tags: [...this.#suites.flatMap((suite) => suite.tags), ...tags, ...tagsIn(titlePath)],
    };
    this.#open = new OpenTest(String(++this.#ids), coming, isScenario);
    run.coming(this.#open.id, coming, "running");
  }
}

function isAroundAll(title: string): boolean {
  return /^"?(?:before|after) all/i.test(title);
}
