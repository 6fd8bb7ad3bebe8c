import type { DemoTest } from "../history/catalogue.ts";
import type { DemoAttempt } from "../history/outcomes.ts";
import { plain } from "./ansi.ts";
import { codeFrame, colouredFrame, locationOf } from "./code-frame.ts";
import type { ReportFile } from "./report-file.ts";
import type { Slot } from "./worker-pool.ts";

interface Attempted {
  /** Folder of the suite on the machine that ran it. */
  readonly root: string;
  readonly test: DemoTest;
  readonly attempt: DemoAttempt;
  readonly retry: number;
  readonly slot: Slot;
  readonly annotations: readonly object[];
}

/** Returns one entry of a test's `results`, with the files that it refers to. */
export function playwrightResult(attempted: Attempted): { result: object; files: ReportFile[] } {
  const { test, attempt, retry, slot, annotations } = attempted;
  const { failure, durationMs } = attempt;
  const files = attachedFiles(attempted);
  const result = {
    workerIndex: slot.workerIndex,
    parallelIndex: slot.parallelIndex,
    status: statusOf(attempted),
    duration: durationMs,
    ...errorFields(attempted),
    stdout: failure !== undefined && failure.output !== "" ? [{ text: failure.output }] : [],
    stderr: [],
    retry,
    ...(test.skipped === undefined ? { steps: stepsOf(attempted) } : {}),
    startTime: new Date(slot.startedAt).toISOString(),
    annotations,
    attachments: files.map(({ name }) => ({
      name: name.endsWith(".zip") ? "trace" : "screenshot",
      contentType: name.endsWith(".zip") ? "application/zip" : "image/png",
      path: `${attempted.root}/${name}`,
    })),
  };
  return { result, files };
}

function statusOf({ test, attempt: { failure } }: Attempted): string {
  if (test.skipped !== undefined) return "skipped";
  if (failure === undefined) return "passed";
  return failure.cause.timedOut === true ? "timedOut" : "failed";
}

/** Returns the error in both forms that Playwright writes: split into parts, and as one text with the source. */
function errorFields({ root, test, attempt: { failure } }: Attempted): object {
  if (failure === undefined) return { errors: [] };
  const { cause, message } = failure;
  const position = locationOf(test, cause);
  const location = { file: `${root}/tests/${test.file.file}`, column: position.column, line: position.line };
  const frames = [...(cause.frames ?? []), `at ${location.file}:${position.line}:${position.column}`];
  const stack = frames.map((frame) => `    ${frame}`).join("\n");
  return {
    error: { message, stack: `${message}\n${stack}`, location, snippet: colouredFrame(cause, position) },
    errors: [{ location, message: `${message}\n\n${codeFrame(cause, position)}\n${stack}` }],
    errorLocation: location,
  };
}

/** Returns the steps up to the failed one, which share the duration of the attempt. */
function stepsOf({ test, attempt: { failure, durationMs } }: Attempted): object[] {
  const { steps } = test.file;
  const reached = failure?.cause.step === "first" ? steps.slice(0, 1) : steps;
  return reached.map((title, index) => {
    const here = failure?.cause.step !== undefined && index === reached.length - 1;
    return {
      title,
      duration: Math.round((durationMs * (here ? 0.7 : 0.55)) / reached.length),
      ...(here ? { error: { message: plain(failure?.message ?? "") } } : {}),
    };
  });
}

function attachedFiles({ test, attempt: { failure }, retry }: Attempted): ReportFile[] {
  if (failure === undefined) return [];
  const { picture, trace } = failure.cause;
  const name = `${test.file.file.replace(/\.spec\.ts$/, "")}-${test.file.title}-${test.title}`;
  const slug = name.replaceAll(/[^A-Za-z0-9]+/g, "-").replace(/-$/, "");
  const folder = `test-results/${slug}-${test.project}${retry === 0 ? "" : `-retry${retry}`}`;
  return [
    ...(picture === undefined ? [] : [{ name: `${folder}/test-failed-1.png`, recorded: picture }]),
    // The traces were not recorded in Firefox.
    ...(trace === undefined || retry !== 1 || test.project === "firefox"
      ? []
      : [{ name: `${folder}/trace.zip`, recorded: trace }]),
  ];
}
