import {
  causeSentence,
  causeTitle,
  type CauseChange,
  type DescribedCause,
} from "@plumb/analysis/failures/cause-title.ts";
import { failingLine } from "@plumb/analysis/failures/failing-line.ts";
import { suspectedCommits } from "./suspects/find-suspects.ts";
import type { Db } from "#store/db.ts";
import type { CauseInRun, TestOfCause } from "#store/notification-rules/cause-events.ts";
import { lastErrors, type StoredDetail } from "#store/results/result-detail.ts";
import { resultGenerations } from "#store/results/results.ts";

/** A cause in words, as messages, mails and tickets show it. */
export interface CauseText {
  readonly title: string;
  /** Test, location, suspected commit and owners. */
  readonly sentence: string;
}

export type CauseToDescribe = Pick<CauseInRun, "message" | "owners" | "test" | "tests">;

interface Options {
  readonly change?: CauseChange;
  /** Such as `run #12 on main`. */
  readonly since?: string | null;
  /** Whether to search for the commit that may have started it, which takes several queries. */
  readonly withSuspect?: boolean;
}

/** Returns title and sentence of a cause. Reads the location of its test, and the suspected commit. */
export async function causeText(
  db: Db,
  projectId: number,
  cause: CauseToDescribe,
  { change = "failing", since = null, withSuspect = false }: Options = {},
): Promise<CauseText> {
  const { message, owners, test, tests } = cause;
  const described: DescribedCause = {
    message,
    tests,
    owners,
    since,
    test: test && { ...test, line: await lineOf(db, projectId, test) },
    suspect: test !== null && withSuspect ? await suspectOf(db, projectId, test) : null,
  };
  return { title: causeTitle(described, { change }), sentence: causeSentence(described) };
}

/** Reads a value of a test once per object, because the rules of a project describe the same causes one after the other. */
function readOnce<Value>(
  read: (db: Db, projectId: number, test: TestOfCause) => Promise<Value>,
): (db: Db, projectId: number, test: TestOfCause) => Promise<Value> {
  const known = new WeakMap<TestOfCause, { readonly value: Value }>();
  return async (db, projectId, test) => {
    const found = known.get(test) ?? { value: await read(db, projectId, test) };
    known.set(test, found);
    return found.value;
  };
}

const lineOf = readOnce(async (db, projectId, { runId, resultId, file }) =>
  file === null ? null : lineIn(file, (await resultGenerations(db, projectId, runId, resultId)).at(-1)?.detail ?? null),
);

/** Returns the line of a test file in which a result failed, or else in which the test begins; `null` if the report has neither. */
export function lineIn(file: string | null, detail: StoredDetail | null): number | null {
  if (file === null || detail === null) return null;
  return failingLine(file, lastErrors(detail)) ?? detail.line ?? null;
}

const suspectOf = readOnce(
  async (db, projectId, { resultId }): Promise<DescribedCause["suspect"]> =>
    (await suspectedCommits(db, projectId, resultId))[0] ?? null,
);
