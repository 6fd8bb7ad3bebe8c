import { resolve } from "node:path";
import type { ResultEvent } from "@plumb/contract/result-event.ts";
import type { OpenRun, ReportedPartial } from "@plumb/contract/runs/live.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import type { BuildContext, Variables } from "#ci-environment.ts";
import { ciBuild, detectedBuild } from "#detected-build.ts";
import { Spool } from "#spool.ts";
import { sendLeftBehind } from "#left-behind.ts";
import { LiveReport } from "#live-report.ts";
import { lastWordMs, onStop, wasStopped } from "#on-stop.ts";
import { attempt, type ReporterOptions, reporterSettings, type ReporterSettings, text } from "#settings.ts";
import { counted, printable } from "#text.ts";

/** Parts of the process that a reporter uses. */
export interface ProcessContext {
  readonly env: Variables;
  readonly cwd: string;
  /** Prints a line for users. The line has no line feed. */
  readonly print: (line: string) => void;
}

/** Information from the test tool about its run. */
export interface RunFacts {
  readonly framework: string;
  readonly frameworkVersion?: string | undefined;
  /** Used if no suite is configured. */
  readonly suite?: string | undefined;
  readonly shard?: { readonly current: number; readonly total: number } | undefined;
  /** Options of the tool that excluded tests of the suite; `undefined` if there were none. */
  readonly partial?: Exclude<ReportedPartial, false> | undefined;
  /** Build that joins the processes of one run if neither the user nor the CI system sets one. Must not reject. */
  readonly build?: Promise<string | undefined> | undefined;
  /** How long the tool waits for its reporter at the end, and how long the reporter waits for a server that was never reached, in milliseconds. */
  readonly waits?: { readonly endMs: number; readonly unreachedMs: number } | undefined;
  /** True if another process of the run prints the address and the problems. This one then only reports unsent data. */
  readonly quiet?: boolean | undefined;
}

export interface RunFile {
  /** Absent for a file of the run. */
  readonly test?: string | undefined;
  readonly attempt?: number | undefined;
  /** Index within the attempt, from 0. */
  readonly step?: number | undefined;
  readonly name: string;
  readonly contentType: string;
  readonly path?: string | undefined;
  /** Base64. */
  readonly body?: string | undefined;
}

/** Time limit at the end of a run for a server that was never reached. */
const usualUnreachedMs = 5000;
/** Longer contents are sent as files instead of events. */
const inlineCharacters = 32 * 1024;

export const processContext = (): ProcessContext => ({
  env: process.env,
  cwd: process.cwd(),
  print: (line) => void process.stderr.write(`${line}\n`),
});

/** Reports a test run to a server. It never affects the tests: it does not throw or block, and prints each message only once. */
export class RunReporter {
  readonly #around: ProcessContext;
  readonly #options: ReporterOptions;
  readonly #said = new Set<string>();
  readonly #onExit = (): void => this.#guard(() => this.#spool?.end(stopped));
  #settings: ReporterSettings | null = null;
  #spool: Spool | null = null;
  #report: LiveReport | null = null;
  #quiet = false;
  #unhear: (() => void) | null = null;
  #finishing: Promise<void> | null = null;

  constructor(options: ReporterOptions, context: ProcessContext = processContext()) {
    this.#options = options;
    this.#around = context;
  }

  begin(facts: RunFacts): void {
    if (this.#options.enabled === false) return;
    this.#guard(() => {
      const settings = reporterSettings(this.#options, this.#around.env);
      if (typeof settings === "string") return this.#tell(`results are not reported: ${settings}`);
      this.#settings = settings;
      this.#quiet = facts.quiet === true;
      this.#open(settings, facts);
    });
  }

  event(event: ResultEvent): void {
    this.#guard(() => this.#report?.add(event));
  }

  file(file: RunFile): void {
    this.#guard(() => {
      const { body, path, test, attempt, step, name, contentType } = file;
      const facts = {
        name,
        contentType,
        ...(test === undefined ? {} : { test }),
        ...(attempt === undefined ? {} : { attempt }),
        ...(step === undefined ? {} : { step }),
      };
      if (body !== undefined && body.length <= inlineCharacters)
        this.#report?.add({ kind: "artifact", ...facts, body });
      else if (body !== undefined) this.#report?.addFile({ ...facts, body: Buffer.from(body, "base64") });
      else if (path !== undefined) this.#report?.addFile({ ...facts, path });
    });
  }

  /** Sends data that other processes of this run could not send before they ended. The time limit is the same as for `finish`. */
  async finishOthers(): Promise<void> {
    const [report, spool, settings] = [this.#report, this.#spool, this.#settings];
    if (report === null || spool === null || settings === null) return;
    try {
      await report.reached();
      if (report.uploader.run === null) return;
      const sent = await sendLeftBehind(spool, settings, Date.now() + settings.timeoutMs);
      if (sent > 0) this.#tell(`sent the results of ${counted(sent, "other process", "other processes")}.`);
    } catch (error) {
      this.#tell(`could not send the results of other processes: ${messageOf(error)}`);
    }
  }

  /**
   * @param interrupted Reason of an interruption, if there was one.
   * @param withinMs Time limit; by default the one in the settings.
   */
  finish(interrupted?: string, withinMs?: number): Promise<void> {
    // The run may end while it is being stopped. The first call counts, and all callers wait for it.
    this.#finishing ??= this.#finish(interrupted, withinMs);
    return this.#finishing;
  }

  async #finish(interrupted: string | undefined, withinMs: number | undefined): Promise<void> {
    const [report, spool, settings] = [this.#report, this.#spool, this.#settings];
    this.#report = null;
    if (report === null || spool === null || settings === null) return;
    // `finish` records the end of the run before it waits for the server, so the exit handler is no longer needed.
    process.off("exit", this.#onExit);
    try {
      const outcome = await report.finish(interrupted, withinMs);
      this.#last(outcome, report, spool);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#unhear?.();
    }
  }

  #open(settings: ReporterSettings, facts: RunFacts): void {
    const { cwd, env } = this.#around;
    const run = describedRun(settings, facts, ciBuild(env));
    const spool = Spool.create(resolve(cwd, settings.spool), run);
    this.#spool = spool;
    const ready = Promise.all([detectedBuild(env, cwd), facts.build]).then(
      ([detected, build]) => {
        const found = build === undefined ? detected : { build, ...detected };
        this.#guard(() => spool.describe(describedRun(settings, facts, found, run.startedAt)));
      },
      () => undefined,
    );
    const timeoutMs = Math.min(settings.timeoutMs, facts.waits?.endMs ?? settings.timeoutMs);
    this.#report = new LiveReport(spool, {
      ...settings,
      timeoutMs,
      unreachedMs: Math.min(timeoutMs, facts.waits?.unreachedMs ?? usualUnreachedMs),
      ready,
      onTrouble: (reason) => {
        if (!this.#quiet) this.#tell(`${printable(reason)} ${spooledNote}`, "trouble");
      },
    });
    process.on("exit", this.#onExit);
    this.#unhear = onStop(() => this.finish(wasStopped, lastWordMs));
    this.#report.start();
  }

  #last(outcome: "sent" | "kept", { uploader }: LiveReport, spool: Spool): void {
    const { filesLost, link } = uploader;
    if (outcome === "sent") {
      spool.remove();
      const lost = filesLost === 0 ? "" : ` (${counted(filesLost, "file")} could not be sent)`;
      if (!this.#quiet || lost !== "") this.#tell(`${link ?? ""}${lost}`);
      return;
    }
    spool.close();
    const what = left(uploader.batchesLeft, spool.filesLeft);
    this.#tell(`${what} kept in ${spool.path}. Send it later with: plumb upload --spool`);
  }

  /** Runs an event handler of the tool. After an error the event is dropped and the tests continue. */
  safely(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#tell(`something could not be reported: ${messageOf(error)}`);
    }
  }

  /** Stops reporting after a write error. Data on disk is kept. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    this.#report = null;
    this.#tell(`reporting stopped: ${messageOf(error)}. The tests continue, and results sent so far are kept.`);
  }

  #tell(line: string, kind = line): void {
    if (this.#said.has(kind)) return;
    this.#said.add(kind);
    this.#around.print(`Plumb: ${line}`);
  }
}

function messageOf(error: unknown): string {
  return printable(error instanceof Error ? error.message : String(error));
}

/** `2 batches and 1 file could not be sent and are`. */
function left(batches: number, files: number): string {
  const parts = [
    ...(batches > 0 ? [batches === 1 ? "1 batch" : `${batches} batches`] : []),
    ...(files > 0 ? [counted(files, "file")] : []),
  ];
  if (parts.length === 0) return "The end of the run could not be sent and is";
  return `${parts.join(" and ")} could not be sent and ${batches + files === 1 ? "is" : "are"}`;
}

const stopped = "The process that ran the tests ended before its report was complete";
const spooledNote = "— results are kept on disk until they can be sent.";

function describedRun(
  { run }: ReporterSettings,
  { framework, frameworkVersion, suite, shard, partial }: RunFacts,
  detected: BuildContext,
  startedAt: OpenRun["startedAt"] = new Date().toISOString(),
): Omit<OpenRun, "clientId"> {
  return {
    startedAt,
    ...text("framework", framework, 60),
    ...text("frameworkVersion", frameworkVersion, 100),
    ...text("suite", suite, 200),
    ...(shard === undefined ? {} : { shard: { ...shard } }),
    ...(partial === undefined ? {} : { partial: { ...partial, reason: cut(partial.reason, 500) } }),
    ...text("branch", detected.branch, 300),
    ...text("commit", detected.commit, 100),
    ...text("commitAuthor", detected.commitAuthor, 200),
    ...text("pullRequest", detected.pullRequest, 100),
    ...text("targetBranch", detected.targetBranch, 300),
    ...text("build", detected.build, 200),
    ...text("ciUrl", detected.ciUrl, 2000),
    ...text("job", detected.job, 200),
    ...attempt(detected.jobAttempt),
    ...run,
  };
}
