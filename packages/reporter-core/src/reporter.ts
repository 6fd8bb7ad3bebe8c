import type { ResultEvent } from "@plumb/contract/result-event.ts";
import type { OpenRun } from "@plumb/contract/runs/live.ts";
import type { BuildContext, Variables } from "#ci-environment.ts";
import { ciBuild, detectedBuild } from "#detected-build.ts";
import { Journal } from "#journal.ts";
import { LiveReport } from "#live-report.ts";
import { type ReporterOptions, reporterSettings, type ReporterSettings, text } from "#settings.ts";
import { counted, printable } from "#text.ts";

/** What a reporter takes from the process it runs in. */
export interface Around {
  readonly env: Variables;
  readonly cwd: string;
  /** One line for people, without its line feed. */
  readonly tell: (line: string) => void;
}

/** What the tool says of its run. */
export interface RunFacts {
  readonly framework: string;
  readonly frameworkVersion?: string | undefined;
  /** Used where nobody names the suite. */
  readonly suite?: string | undefined;
  readonly shard?: { readonly current: number; readonly total: number } | undefined;
}

export interface RunFile {
  /** Absent: it is the run's. */
  readonly test?: string | undefined;
  readonly attempt?: number | undefined;
  readonly name: string;
  readonly contentType: string;
  readonly path?: string | undefined;
  /** Base64. */
  readonly body?: string | undefined;
}

/** Longer contents travel as files, not among the events. */
const inlineCharacters = 32 * 1024;

export const processAround = (): Around => ({
  env: process.env,
  cwd: process.cwd(),
  tell: (line) => void process.stderr.write(`${line}\n`),
});

/**
 * Tells a server of a test run. Whatever goes wrong here, the tests do not notice: nothing throws, nothing waits, and what
 * people need to know is said once.
 */
export class RunReporter {
  readonly #around: Around;
  readonly #options: ReporterOptions;
  readonly #said = new Set<string>();
  readonly #onExit = (): void => this.#guard(() => this.#journal?.end(stopped));
  #settings: ReporterSettings | null = null;
  #journal: Journal | null = null;
  #report: LiveReport | null = null;

  constructor(options: ReporterOptions, around: Around = processAround()) {
    this.#options = options;
    this.#around = around;
  }

  begin(facts: RunFacts): void {
    if (this.#options.enabled === false) return;
    this.#guard(() => {
      const settings = reporterSettings(this.#options, this.#around.env);
      if (typeof settings === "string") return this.#tell(`results are not reported: ${settings}`);
      this.#settings = settings;
      this.#open(settings, facts);
    });
  }

  event(event: ResultEvent): void {
    this.#guard(() => this.#report?.add(event));
  }

  file(file: RunFile): void {
    this.#guard(() => {
      const { body, path, test, attempt, name, contentType } = file;
      const facts = {
        name,
        contentType,
        ...(test === undefined ? {} : { test }),
        ...(attempt === undefined ? {} : { attempt }),
      };
      if (body !== undefined && body.length <= inlineCharacters)
        this.#report?.add({ kind: "artifact", ...facts, body });
      else if (body !== undefined) this.#report?.addFile({ ...facts, body: Buffer.from(body, "base64") });
      else if (path !== undefined) this.#report?.addFile({ ...facts, path });
    });
  }

  /** @param interrupted Why the run did not come to its end, where it did not. */
  async finish(interrupted?: string): Promise<void> {
    const [report, journal, settings] = [this.#report, this.#journal, this.#settings];
    this.#report = null;
    if (report === null || journal === null || settings === null) return;
    try {
      const outcome = await report.finish(interrupted);
      process.off("exit", this.#onExit);
      this.#last(outcome, report, journal);
    } catch (error) {
      this.#failed(error);
    }
  }

  #open(settings: ReporterSettings, facts: RunFacts): void {
    const { cwd, env } = this.#around;
    const told = describedRun(settings, facts, ciBuild(env));
    const journal = Journal.create(settings.spool.startsWith("/") ? settings.spool : `${cwd}/${settings.spool}`, told);
    this.#journal = journal;
    const ready = detectedBuild(env, cwd).then(
      (build) => this.#guard(() => journal.describe(describedRun(settings, facts, build, told.startedAt))),
      () => undefined,
    );
    this.#report = new LiveReport(journal, {
      ...settings,
      ready,
      onTrouble: (reason) => this.#tell(`${printable(reason)} ${keptWords}`, "trouble"),
    });
    process.on("exit", this.#onExit);
    this.#report.start();
  }

  #last(outcome: "sent" | "kept", { courier }: LiveReport, journal: Journal): void {
    const { filesLost, link } = courier;
    if (outcome === "sent") {
      journal.remove();
      const lost = filesLost === 0 ? "" : ` (${counted(filesLost, "file")} could not be sent)`;
      this.#tell(`${link ?? ""}${lost}`);
      return;
    }
    journal.close();
    const what = left(courier.batchesLeft, journal.filesLeft);
    this.#tell(`${what} kept in ${journal.path}. Send it later with: plumb upload --spool`);
  }

  /** Runs what a reporter does for one event of its tool: where it fails, that event is not reported, and the tests go on. */
  safely(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#tell(`something could not be reported: ${wordsOf(error)}`);
    }
  }

  /** Where writing fails nothing more is reported. What was written stays where it is. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    this.#report = null;
    this.#tell(`reporting stopped: ${wordsOf(error)}`);
  }

  #tell(line: string, kind = line): void {
    if (this.#said.has(kind)) return;
    this.#said.add(kind);
    this.#around.tell(`Plumb: ${line}`);
  }
}

function wordsOf(error: unknown): string {
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
const keptWords = "— results are kept on disk until they can be sent.";

function describedRun(
  { run }: ReporterSettings,
  { framework, frameworkVersion, suite, shard }: RunFacts,
  detected: BuildContext,
  startedAt: OpenRun["startedAt"] = new Date().toISOString(),
): Omit<OpenRun, "clientId"> {
  return {
    startedAt,
    ...text("framework", framework, 60),
    ...text("frameworkVersion", frameworkVersion, 100),
    ...text("suite", suite, 200),
    ...(shard === undefined ? {} : { shard: { ...shard } }),
    ...text("branch", detected.branch, 300),
    ...text("commit", detected.commit, 100),
    ...text("commitAuthor", detected.commitAuthor, 200),
    ...text("pullRequest", detected.pullRequest, 100),
    ...text("build", detected.build, 200),
    ...text("ciUrl", detected.ciUrl, 2000),
    ...run,
  };
}
