import { LongText } from "@plumb/contract/text/long-text.ts";
import { asString } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import { ReportWriter } from "#results/report-writer.ts";
import type { Verdict, AttemptRecord } from "#results/test-record.ts";
import type { LineReader } from "#text/line-scanner.ts";
import { failureIn, ownOutput, panicIn, reasonIn } from "./failure.ts";
import { endings, type GoEvent, isGoEvent, keyOf, parseEvent, timeOf } from "./go-event.ts";

interface Running {
  readonly startedAt: number | null;
  readonly output: LongText;
}

interface Undecided {
  readonly attempts: AttemptRecord[];
  readonly annotations: { type: string; description: string }[];
  running: Running | undefined;
  skipReason: string;
}

/** The event that ended a test run, and its time in Unix milliseconds. */
interface Ending {
  readonly event: GoEvent;
  readonly time: number | null;
}

interface OpenPackage {
  /** Running tests. */
  readonly running: Set<string>;
  /** Tests that failed in this run of the package and have not passed since. */
  readonly failing: Set<string>;
  /** True if a test failed at any time. */
  failed: boolean;
  /** End of the output outside tests. */
  output: string;
  /** Output of tests that were not running, by key. */
  readonly unannounced: Map<string, string>;
}

/** Converts the lines to events, based on how often each test ran. */
export class GoReader implements LineReader {
  readonly #runs: ReadonlyMap<string, number>;
  /** True if the last line is truncated. */
  #cut = false;
  readonly writer = new ReportWriter("go");
  readonly #tests = new Map<string, Undecided>();
  readonly #packages = new Map<string, OpenPackage>();
  /** Output of builds by import path. */
  readonly #builds = new Map<string, string>();
  #firstAt: number | null = null;
  #lastAt: number | null = null;

  constructor(runs: ReadonlyMap<string, number>) {
    this.#runs = runs;
  }

  end(at: number): void {
    const open = [...this.#packages.keys()];
    for (const pack of open) this.#endRunning(pack, undefined);
    for (const key of this.#tests.keys()) this.#decide(key);
    if (open.length > 0 || this.#cut) {
      const which = open.length === 0 ? "" : ` (${open.slice(0, 3).join(", ")})`;
      const reason = `The stream ends before its packages finished${which}: it was stopped or cut off. The content before that was kept`;
      this.writer.problems.add("incomplete", reason, { line: at });
    }
    if (this.#firstAt !== null && this.#lastAt !== null)
      this.writer.run.learn({ durationMs: Math.max(0, this.#lastAt - this.#firstAt) });
  }

  line(line: string, _at: number, isLast: boolean): void {
    const event = parseEvent(line);
    if (event !== undefined && isGoEvent(event)) return this.#event(event);
    if (line.trim() === "") return;
    if (isLast) this.#cut = line.startsWith("{") && event === undefined;
    // Before Go 1.24, failed builds are only reported in plain text.
    const [, pack] = /^FAIL\s+(\S+) \[(?:build|setup) failed\]/.exec(line) ?? [];
    if (pack !== undefined) this.writer.problems.addOnce("error", `The package ${pack} could not be built`);
    if (!line.startsWith("{")) this.#print(`${line}\n`);
  }

  #event(event: GoEvent): void {
    const { action, pack, test } = event;
    // The time of output is not needed, because output comes after another event of its test or package.
    const time = action === "output" ? null : timeOf(event);
    if (time !== null) {
      this.#firstAt ??= time;
      this.#lastAt = time;
      this.writer.run.beganAt(time);
    }
    if (action === "build-output") return this.#build(event);
    if (action === "build-fail" || pack === "") return;
    if (test !== "") return this.#test(event, time);
    if (endings.has(action)) return this.#endPackage(event);
    const open = this.#package(pack);
    if (action !== "output") return;
    open.output = `${open.output}${event.output}`.slice(-limits.message);
    this.#print(event.output);
  }

  #print(text: string): void {
    this.writer.output("stdout", text);
  }

  #package(name: string): OpenPackage {
    const known = this.#packages.get(name);
    if (known !== undefined) return known;
    const open = {
      running: new Set<string>(),
      failing: new Set<string>(),
      failed: false,
      output: "",
      unannounced: new Map<string, string>(),
    };
    this.#packages.set(name, open);
    return open;
  }

  #build({ raw, output }: GoEvent): void {
    const path = asString(raw["ImportPath"]) ?? "";
    const known = this.#builds.get(path) ?? "";
    if (known.length < limits.message && this.#builds.size <= 1000) this.#builds.set(path, known + output);
    this.#print(output);
  }

  #test(event: GoEvent, time: number | null): void {
    const key = keyOf(event);
    const test = this.#tests.get(key) ?? { attempts: [], annotations: [], running: undefined, skipReason: "" };
    switch (event.action) {
      case "run":
        if (test.running !== undefined)
          this.#endRun(event.pack, key, test, { event, time }, verdictIn(test.running, event.test) ?? "error");
        test.running = { startedAt: time, output: new LongText(limits.output) };
        this.#tests.set(key, test);
        this.#package(event.pack).running.add(key);
        return;
      case "output":
        if (test.running === undefined) this.#printOutside(event, key);
        else test.running.output.add(event.output);
        return;
      case "attr":
        test.annotations.push({
          type: asString(event.raw["Key"]) ?? "",
          description: asString(event.raw["Value"]) ?? "",
        });
        return;
      case "artifacts":
        test.annotations.push({ type: "artifacts", description: asString(event.raw["Path"]) ?? "" });
        return;
      default:
        if (!endings.has(event.action)) return;
        this.#tests.set(key, test);
        this.#endRun(event.pack, key, test, { event, time }, statusOf(event.action));
    }
  }

  /** A finished test can still print output. For a test without a start event, such as old benchmarks, this output has the reason of its failure. */
  #printOutside({ pack, output }: GoEvent, key: string): void {
    const { unannounced } = this.#package(pack);
    const known = unannounced.get(key) ?? "";
    if (known.length < limits.message && unannounced.size <= 1000) unannounced.set(key, known + output);
    this.#print(output);
  }

  #endRun(
    pack: string,
    key: string,
    test: Undecided,
    ending: Ending | undefined,
    status: Verdict,
    panic?: string,
  ): void {
    const open = this.#package(pack);
    const startedAt = test.running?.startedAt ?? null;
    const output = String(test.running?.output ?? open.unannounced.get(key) ?? "");
    open.unannounced.delete(key);
    open.running.delete(key);
    test.running = undefined;
    if (status === "failed" || status === "error") {
      open.failed = true;
      open.failing.add(key);
    } else open.failing.delete(key);
    if (status === "skipped") test.skipReason = reasonIn(output);
    const between = startedAt === null || ending?.time == null ? null : ending.time - startedAt;
    test.attempts.push({
      status,
      startedAt,
      durationMs: ending?.event.elapsedMs ?? between,
      errors: status === "failed" ? [failureIn(output)] : status === "error" ? [unfinished(output, panic)] : [],
      stdout: ownOutput(output),
    });
    if (test.attempts.length >= (this.#runs.get(key) ?? 0)) this.#decide(key);
  }

  /**
   * Ends tests that are still running at the end of their package. Before Go 1.20, a test that prints no final line break
   * has no end event, and its verdict is part of its output. Benchmarks have no end event either. If the package passed, these tests
   * passed too. All others were ended by a panic, a timeout or an exit.
   */
  #endRunning(pack: string, status: Verdict | undefined): void {
    const open = this.#packages.get(pack);
    const running = [...(open?.running ?? [])].flatMap((key) => {
      const test = this.#tests.get(key);
      return test?.running === undefined ? [] : [{ key, test, running: test.running }];
    });
    const outputs = running.map(({ running: { output } }) => String(output));
    // The output of one test contains the panic that ended all of them.
    const panic = [...outputs, open?.output ?? ""].find((output) => panicIn(output) !== undefined);
    for (const { key, test, running: own } of running) {
      const verdict = verdictIn(own, key.slice(pack.length + 1)) ?? (status === "passed" ? "passed" : "error");
      this.#endRun(pack, key, test, undefined, verdict, panic);
    }
  }

  #endPackage({ action, pack, raw }: GoEvent): void {
    const open = this.#package(pack);
    this.#endRunning(pack, statusOf(action));
    this.#packages.delete(pack);
    if (action !== "fail" || open.failing.size > 0) return;
    if (open.failed) {
      const reason = `The package ${pack} failed: some of its tests failed before they passed in a later repetition (-count)`;
      return this.writer.problems.add("error", reason);
    }
    const build = this.#builds.get(asString(raw["FailedBuild"]) ?? "");
    const output = (build ?? open.output).trim();
    this.writer.problems.add(
      "error",
      `The package ${pack} failed outside its tests${output === "" ? "" : `: ${output}`}`,
    );
  }

  #decide(key: string): void {
    const test = this.#tests.get(key);
    if (test === undefined) return;
    this.#tests.delete(key);
    const space = key.indexOf(" ");
    const titles = this.#titles(key.slice(0, space), key.slice(space + 1));
    this.writer.test({
      titlePath: titles,
      annotations: test.annotations,
      skipReason: test.skipReason,
      attempts: test.attempts,
    });
  }

  /** Returns the title path. A slash only separates titles if the name before it is the name of another test. */
  #titles(pack: string, test: string): string[] {
    const titles = [pack];
    if (test.length > limits.title) return [pack, test];
    let from = 0;
    for (let at = test.indexOf("/"); at >= 0; at = test.indexOf("/", at + 1)) {
      if (!this.#runs.has(`${pack} ${test.slice(0, at)}`)) continue;
      titles.push(test.slice(from, at));
      from = at + 1;
    }
    return [...titles, test.slice(from)];
  }
}

function statusOf(action: string): Verdict {
  return action === "fail" ? "failed" : action === "skip" ? "skipped" : "passed";
}

/** @param panic Output of any test with the panic that ended the package. */
function unfinished(output: string, panic: string | undefined): { message: string; stack: string } {
  const message = panicIn(output) ?? panicIn(panic ?? "");
  const reason = "The test never finished: its package ended with a panic, a timeout or an exit";
  return { message: message ?? reason, stack: ownOutput(panicIn(output) === undefined ? (panic ?? output) : output) };
}

const verdicts = { PASS: "passed", FAIL: "failed", SKIP: "skipped" } as const;

/** Returns the last verdict of a test in its output. */
function verdictIn({ output }: Running, test: string): Verdict | undefined {
  const text = String(output);
  const found = Object.entries(verdicts).map(([word, verdict]) => {
    return { at: text.lastIndexOf(`--- ${word}: ${test} (`), verdict };
  });
  const last = found.toSorted((one, other) => other.at - one.at)[0];
  return last === undefined || last.at < 0 ? undefined : last.verdict;
}
