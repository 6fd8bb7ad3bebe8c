import { causeTitle, type CauseChange, testText } from "@plumb/analysis/failures/cause-title.ts";
import { failingLine } from "@plumb/analysis/failures/failing-line.ts";
import { storyLine } from "@plumb/analysis/failures/story-parts.ts";
import type { FailingState } from "@plumb/contract/failures/failing-state.ts";
import type { FailureStory } from "@plumb/contract/failures/story.ts";
import type { Inline } from "@plumb/contract/text/rich-text.ts";
import type { Db } from "#store/db.ts";
import type { CauseInRun, TestOfCause } from "#store/notification-rules/cause-events.ts";
import { lastErrors, type StoredDetail } from "#store/results/result-detail.ts";
import { resultGenerations } from "#store/results/results.ts";
import { storiesOfGroups } from "./story.ts";

/** A cause in words, as messages, mails and tickets show it. */
export interface CauseText {
  readonly title: string;
  /** Test with its location, and how the cause began. */
  readonly line: readonly Inline[];
}

export interface CauseToDescribe extends Pick<CauseInRun, "groupId" | "message" | "test" | "tests"> {
  /** `null` if it is unknown. */
  readonly state: FailingState | null;
}

interface Scope {
  readonly projectId: number;
  readonly publicUrl: string;
}

interface Options {
  /** `run`: how the causes began, up to the run of their tests. `latest`: up to their latest failures. */
  readonly upTo: "run" | "latest";
}

/** Maximum lengths of the sentence: for a single cause, and in a list. */
const maxStory = { single: 600, listed: 240 } as const;

/** Describes causes, in their order. Those of a run must all be of the same one. */
export async function causeTexts(
  db: Db,
  { projectId, publicUrl }: Scope,
  causes: readonly CauseToDescribe[],
  { upTo }: Options,
): Promise<CauseText[]> {
  const stories = await storiesOf(db, projectId, causes, upTo);
  const maxLength = causes.length === 1 ? maxStory.single : maxStory.listed;
  const texts: CauseText[] = [];
  for (const { groupId, message, state, test, tests } of causes) {
    const named = test && { ...test, line: await lineOf(db, projectId, test) };
    const story = stories.get(groupId);
    const began =
      story === undefined
        ? []
        : storyLine({ ...story, state: state ?? story.state }, { projectId, publicUrl, maxLength });
    const location = named === null ? [] : [`${testText(named)}. `];
    texts.push({
      title: causeTitle({ message, tests, test: named }, { change: changes[state ?? "known"] }),
      line: [...location, ...began],
    });
  }
  return texts;
}

const changes: Readonly<Record<FailingState, CauseChange>> = {
  new: "failing",
  known: "failing",
  back: "returned",
  resolved: "fixed",
};

/** By test of a cause: the rules of a project describe the same causes one after the other. */
const knownStories = new WeakMap<TestOfCause, FailureStory>();

async function storiesOf(
  db: Db,
  projectId: number,
  causes: readonly CauseToDescribe[],
  upTo: Options["upTo"],
): Promise<ReadonlyMap<number, FailureStory>> {
  const known = new Map(
    causes.flatMap(({ groupId, test }) => {
      const story = test === null ? undefined : knownStories.get(test);
      return story === undefined ? [] : [[groupId, story] as const];
    }),
  );
  const unknown = causes.filter(({ groupId }) => !known.has(groupId));
  const runId = upTo === "run" ? (causes.find(({ test }) => test !== null)?.test?.runId ?? null) : null;
  const read = await storiesOfGroups(db, projectId, { causes: unknown, runId });
  for (const { groupId, test } of unknown) {
    const story = read.get(groupId);
    if (test !== null && story !== undefined) knownStories.set(test, story);
  }
  return new Map([...known, ...read]);
}

const knownLines = new WeakMap<TestOfCause, number | null>();

async function lineOf(db: Db, projectId: number, test: TestOfCause): Promise<number | null> {
  const known = knownLines.get(test);
  if (known !== undefined || test.file === null) return known ?? null;
  const generations = await resultGenerations(db, projectId, test.runId, test.resultId);
  const line = lineIn(test.file, generations.at(-1)?.detail ?? null);
  knownLines.set(test, line);
  return line;
}

/** Returns the line of a test file in which a result failed, or else in which the test begins; `null` if the report has neither. */
export function lineIn(file: string | null, detail: StoredDetail | null): number | null {
  if (file === null || detail === null) return null;
  return failingLine(file, lastErrors(detail)) ?? detail.line ?? null;
}
