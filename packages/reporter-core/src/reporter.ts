import { counted } from "@plumb/contract/text/counted.ts";
import { hostname } from "node:os";
import { resolve } from "node:path";
import type { ResultEvent } from "@plumb/contract/result-event.ts";
import type { OpenRun, ReportedPartial } from "@plumb/contract/runs/live.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import type { BuildContext, Variables } from "./ci-environment.ts";
import { type CommitUpload, startCommitUpload } from "#commits/send-commits.ts";
import { ciBuild, detectedBuild } from "./detected-build.ts";
import { Spool } from "./spool.ts";
import { sendAbandonedSpools } from "./send-abandoned-spools.ts";
import { LiveReport } from "./live-report.ts";
import { maxExitDelayMs, onStop, stoppedReason } from "./on-stop.ts";
import {
  jobAttemptField,
  type ReporterOptions,
  reporterSettings,
  type ReporterSettings,
  textField,
} from "./settings.ts";
import { printable } from "./text.ts";

/** Parts of the process that a reporter uses. */
export interface ProcessContext {
  readonly env: Variables;
  readonly cwd: string;
  /** Prints a line for users. The line has no line feed. */
  readonly print: (line: string) => void;
}

/** Information from the test tool about its run. */
export interface RunInfo {
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
  readonly timeouts?: { readonly endMs: number; readonly unreachedMs: number } | undefined;
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
const defaultUnreachedMs = 5000;
/** How long the end of a run waits for its commits. */
const maxCommitsMs = 1000;
/** Longer contents are sent as files instead of events. */
const inlineCharacters = 32 * 1024;

export const processContext = (): ProcessContext => ({
  env: process.env,
  cwd: process.cwd(),
  print: (line) => void process.stderr.write(`${line}\n`),
});

/** Reports a test run to a server. It never affects the tests: it does not throw or block, and prints each message only once. */
export class RunReporter {
  readonly #context: ProcessContext;
  readonly #options: ReporterOptions;
  readonly #printed = new Set<string>();
  readonly #onExit = (): void => this.#guard(() => this.#spool?.end(endedEarlyReason));
  #settings: ReporterSettings | null = null;
  #spool: Spool | null = null;
  #report: LiveReport | null = null;
  #commits: CommitUpload | null = null;
  #quiet = false;
  #stopListening: (() => void) | null = null;
  #finishing: Promise<void> | null = null;

  constructor(options: ReporterOptions, context: ProcessContext = processContext()) {
    this.#options = options;
    this.#context = context;
  }

  begin(info: RunInfo): void {
    if (this.#options.enabled === false) return;
    this.#guard(() => {
      const settings = reporterSettings(this.#options, this.#context.env);
      if (typeof settings === "string") return this.#print(`results are not reported: ${settings}`);
      this.#settings = settings;
      this.#quiet = info.quiet === true;
      if (!this.#quiet) for (const warning of settings.warnings) this.#print(printable(warning));
      this.#open(settings, info);
    });
  }

  event(event: ResultEvent): void {
    this.#guard(() => this.#report?.add(event));
  }

  file(file: RunFile): void {
    this.#guard(() => {
      const { body, path, test, attempt, step, name, contentType } = file;
      const info = {
        name,
        contentType,
        ...(test === undefined ? {} : { test }),
        ...(attempt === undefined ? {} : { attempt }),
        ...(step === undefined ? {} : { step }),
      };
      if (body !== undefined && body.length <= inlineCharacters) this.#report?.add({ kind: "artifact", ...info, body });
      else if (body !== undefined) this.#report?.addFile({ ...info, body: Buffer.from(body, "base64") });
      else if (path !== undefined) this.#report?.addFile({ ...info, path });
    });
  }

  /** Sends data that other processes of this run could not send before they ended. The time limit is the same as for `finish`. */
  async finishOthers(): Promise<void> {
    const [report, spool, settings] = [this.#report, this.#spool, this.#settings];
    if (report === null || spool === null || settings === null) return;
    try {
      await report.waitUntilReached();
      if (report.uploader.run === null) return;
      const sent = await sendAbandonedSpools(spool, settings, Date.now() + settings.timeoutMs);
      if (sent > 0) this.#print(`sent the results of ${counted(sent, "other process", "other processes")}.`);
    } catch (error) {
      this.#print(`could not send the results of other processes: ${messageOf(error)}`);
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
      // A process that is being stopped does not wait.
      await this.#commits?.finish(withinMs === undefined ? maxCommitsMs : 0);
      this.#printOutcome(outcome, report, spool);
    } catch (error) {
      this.#stopAfterError(error);
    } finally {
      this.#stopListening?.();
    }
  }

  #open(settings: ReporterSettings, info: RunInfo): void {
    const { cwd, env } = this.#context;
    const run = describeRun(settings, info, ciBuild(env));
    const spool = Spool.create(resolve(cwd, settings.spool), run);
    this.#spool = spool;
    const ready = Promise.all([detectedBuild(env, cwd), info.build]).then(
      ([detected, build]) => {
        const found = build === undefined ? detected : { build, ...detected };
        this.#guard(() => {
          const described = describeRun(settings, info, found, run.startedAt);
          spool.updateRun(described);
          // One process of a run is enough.
          if (settings.commits && !this.#quiet) this.#commits = startCommitUpload(settings, { cwd, ...described });
        });
      },
      () => undefined,
    );
    const timeoutMs = Math.min(settings.timeoutMs, info.timeouts?.endMs ?? settings.timeoutMs);
    this.#report = new LiveReport(spool, {
      ...settings,
      timeoutMs,
      unreachedMs: Math.min(timeoutMs, info.timeouts?.unreachedMs ?? defaultUnreachedMs),
      ready,
      onError: (reason) => {
        if (!this.#quiet) this.#print(`${printable(reason)} ${spooledNote}`, "trouble");
      },
    });
    process.on("exit", this.#onExit);
    this.#stopListening = onStop(() => this.finish(stoppedReason, maxExitDelayMs));
    this.#report.start();
  }

  #printOutcome(outcome: "sent" | "kept", { uploader }: LiveReport, spool: Spool): void {
    const { filesLost, link } = uploader;
    if (outcome === "sent") {
      spool.remove();
      const lost = filesLost === 0 ? "" : ` (${counted(filesLost, "file")} could not be sent)`;
      if (!this.#quiet || lost !== "") this.#print(`${link ?? ""}${lost}`);
      return;
    }
    spool.close();
    const unsent = unsentText(uploader.batchesLeft, spool.filesLeft);
    this.#print(`${unsent} kept in ${spool.path}. Send it later with: plumb upload --spool`);
  }

  /** Runs an event handler of the tool. After an error the event is dropped and the tests continue. */
  safely(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#print(`something could not be reported: ${messageOf(error)}`);
    }
  }

  /** Stops reporting after a write error. Data on disk is kept. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#stopAfterError(error);
    }
  }

  #stopAfterError(error: unknown): void {
    this.#report = null;
    this.#print(`reporting stopped: ${messageOf(error)}. The tests continue, and results sent so far are kept.`);
  }

  #print(line: string, kind = line): void {
    if (this.#printed.has(kind)) return;
    this.#printed.add(kind);
    this.#context.print(`Plumb: ${line}`);
  }
}

function messageOf(error: unknown): string {
  return printable(error instanceof Error ? error.message : String(error));
}

/** `2 batches and 1 file could not be sent and are`. */
function unsentText(batches: number, files: number): string {
  const parts = [
    ...(batches > 0 ? [batches === 1 ? "1 batch" : `${batches} batches`] : []),
    ...(files > 0 ? [counted(files, "file")] : []),
  ];
  if (parts.length === 0) return "The end of the run could not be sent and is";
  return `${parts.join(" and ")} could not be sent and ${batches + files === 1 ? "is" : "are"}`;
}

const endedEarlyReason = "The process that ran the tests ended before its report was complete";
const spooledNote = "— results are kept on disk until they can be sent.";

function describeRun(
  { run }: ReporterSettings,
  { framework, frameworkVersion, suite, shard, partial }: RunInfo,
  detected: BuildContext,
  startedAt: OpenRun["startedAt"] = new Date().toISOString(),
): Omit<OpenRun, "clientId"> {
  return {
    startedAt,
    ...textField("framework", framework, 60),
    ...textField("frameworkVersion", frameworkVersion, 100),
    ...textField("suite", suite, 200),
    ...(shard === undefined ? {} : { shard: { ...shard } }),
    ...(partial === undefined ? {} : { partial: { ...partial, reason: cut(partial.reason, 500) } }),
    ...textField("branch", detected.branch, 300),
    ...textField("commit", detected.commit, 100),
    ...textField("commitAuthor", detected.commitAuthor, 200),
    ...textField("pullRequest", detected.pullRequest, 100),
    ...textField("targetBranch", detected.targetBranch, 300),
    ...textField("build", detected.build, 200),
    ...textField("ciUrl", detected.ciUrl, 2000),
    ...textField("job", detected.job, 200),
    ...jobAttemptField(detected.jobAttempt),
    ...textField("host", hostname(), 200),
    ...run,
  };
}
