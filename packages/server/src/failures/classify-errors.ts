import type { Verdict } from "@plumb/analysis/classification/classify.ts";
import { driverIn, testTool } from "@plumb/analysis/classification/test-tool.ts";
import { weighed } from "@plumb/analysis/classification/signals.ts";
import { isAddress } from "@plumb/analysis/errors/error-parts.ts";
import { readError } from "@plumb/analysis/errors/read-error.ts";
import type { Analysis } from "@plumb/analysis/failures/failure-analyst.ts";
import { hostNamed } from "@plumb/analysis/grouping/mask.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { storable } from "#core/text.ts";
import type { Context } from "#core/context.ts";
import { failureOfResult } from "#store/failures/failures.ts";
import type { ErrorOfRun, RunToCollect } from "#store/failures/collection.ts";
import { stepsOfLastPass } from "#store/failures/analysis/steps-of-last-pass.ts";
import type { NewSignature } from "#store/failures/signatures.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";
import { theAnalyst } from "./analyst.ts";
import { primaryTestError } from "./primary-test-error.ts";
import { recordedState, type RecordedState } from "./recorded-state.ts";

/** Maximum number of errors per run whose recorded state is read, and whose locators are looked up in earlier runs. */
const maxLookups = 100;
const namesLocator = /\b(?:getBy\w+|locator|By\.\w+)\(/;
/** Maximum length of a stored message or stack, in characters. */
const retainedSample = 8000;
/** Failures on the same host within this time count as simultaneous. */
const minutesMs = 5 * 60_000;

/** Verdict of the engine for an error, before rules of the project. */
export type ClassifiedError = Omit<NewSignature, "ruleIds" | "ruleLines">;

/** An error and the facts about its failures. */
interface MetError extends ClassifiedError {
  readonly met: Omit<ErrorOfRun, "resultId" | "signature">;
  readonly hints: {
    readonly locatorEverWorked: boolean | undefined;
    /** Driver that the error names. */
    readonly driver: string | null;
    readonly isBrowserTest: boolean;
  };
}

/** Returns verdicts for unknown errors; omits errors without a verdict. */
export async function classifyErrors(
  { backgroundDb: db, blobs }: Pick<Context, "backgroundDb" | "blobs">,
  { projectId, run }: { readonly projectId: number; readonly run: RunToCollect },
  errors: readonly ErrorOfRun[],
  signal: AbortSignal | undefined,
): Promise<ClassifiedError[]> {
  const { framework } = run;
  const analyst = theAnalyst();
  const read = failureOfResult(db, projectId);
  const stepsBefore = stepsOfLastPass(db, projectId, run.id);
  const found: MetError[] = [];
  for (const [index, { signature, resultId, ...met }] of errors.entries()) {
    await yieldToEventLoop(index, signal);
    const failure = await read(resultId);
    const telling = failure && primaryTestError(failure.errors);
    if (telling === undefined || telling === null) continue;
    const title = failure?.titlePath.at(-1) ?? "";
    const reported = { ...telling, framework, title };
    const { page, isBrowserTest } =
      failure && index < maxLookups
        ? await recordedState({ db, blobs, projectId }, failure, reported)
        : nothingRecorded;
    const analysis = analyst.analyse({ ...reported, page });
    const { block, outline } = analysis;
    const { host, target } = readError(reported);
    // Errors without any text have nothing in common.
    if (outline.text === "") continue;
    found.push({
      signature,
      block,
      outline: { anchors: storableValues(outline.anchors), text: storable(outline.text) },
      host: host === null ? null : storable(hostNamed(host)),
      verdict: storableVerdict(analysis),
      message: storable(cut(telling.message, retainedSample)),
      stack: telling.stack === null ? null : storable(cut(telling.stack, retainedSample)),
      page: page === null ? null : storable(page),
      framework,
      title,
      met,
      hints: {
        driver: driverIn(testTool(reported)),
        isBrowserTest,
        locatorEverWorked:
          index < maxLookups && isLocator(target) ? wasUsed(target, await stepsBefore(met.testId)) : undefined,
      },
    });
  }
  return inTheLightOf(await withToolOfRun(found, signal), failedShare(run));
}

const nothingRecorded: RecordedState = { page: null, isBrowserTest: false };

/** Classifies errors that do not name a driver by the attachments of the test, or by the driver that most errors of the run name. */
async function withToolOfRun(found: readonly MetError[], signal: AbortSignal | undefined): Promise<MetError[]> {
  const analyst = theAnalyst();
  const ofRun = driverOfRun(found);
  const classified: MetError[] = [];
  for (const [index, error] of found.entries()) {
    await yieldToEventLoop(index, signal);
    const { driver, isBrowserTest } = error.hints;
    const tool = driver === null ? (ofRun ?? (isBrowserTest ? "browser" : null)) : null;
    const verdict = tool === null ? error.verdict : storableVerdict(analyst.analyse({ ...error, framework: tool }));
    classified.push({ ...error, framework: tool ?? error.framework, verdict });
  }
  return classified;
}

function driverOfRun(found: readonly MetError[]): string | null {
  const byDriver = [...Map.groupBy(found, ({ hints }) => hints.driver)].filter(([driver]) => driver !== null);
  const [most] = byDriver.toSorted(([, one], [, other]) => other.length - one.length);
  return most === undefined || most[1].length * 2 < found.length ? null : most[0];
}

/** Adjusts verdicts by facts other than the text. */
function inTheLightOf(found: readonly MetError[], share: number | undefined): ClassifiedError[] {
  const byHost = Map.groupBy(found, ({ host }) => host);
  return found.map(({ met, hints: { locatorEverWorked }, ...error }) => {
    const others = error.host === null ? [] : (byHost.get(error.host) ?? []);
    const { passedOnRetry, isNewTest, elsewhere, passedOnCommit } = met;
    const { verdict, because } = weighed(error.verdict, {
      passedOnRetry,
      isNewTest,
      passedOnCommit,
      ...(share !== undefined && { failedShare: share }),
      failedForHost: failedWith(met, others),
      ...(locatorEverWorked !== undefined && { locatorEverWorked }),
      ...(elsewhere !== null && { branches: elsewhere === "passed" ? "only-this" : "every" }),
    });
    return { ...error, verdict: { ...verdict, because } };
  });
}

/** Number of tests from which the share of failed ones says something about the environment. */
const minTests = 10;

function failedShare({ total, failed, running }: RunToCollect): number | undefined {
  return running || total < minTests ? undefined : failed / total;
}

function isLocator(target: string | null): target is string {
  return target !== null && !isAddress(target);
}

/** Returns whether the steps of a passed run use a locator; `undefined` if they contain no locators at all. */
function wasUsed(locator: string, steps: readonly string[] | null): boolean | undefined {
  if (steps === null || !steps.some((title) => namesLocator.test(title))) return undefined;
  return steps.some((title) => title.includes(locator));
}

/** Counts the tests that failed within minutes of this error. */
function failedWith({ from, until }: MetError["met"], others: readonly MetError[]): number {
  return others.reduce(
    (tests, { met }) => (met.from <= until + minutesMs && met.until >= from - minutesMs ? tests + met.tests : tests),
    0,
  );
}

function storableVerdict({ verdict }: Analysis): Verdict {
  return { ...verdict, evidence: verdict.evidence.map(storable) };
}

function storableValues(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [storable(name), storable(value)]));
}
