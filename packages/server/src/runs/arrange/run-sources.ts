import type { Source } from "@plumb/analysis/executions/source.ts";
import { failedOutside } from "@plumb/analysis/executions/outside-tests.ts";
import type { Breakage } from "@plumb/analysis/executions/repeated-sources.ts";
import type { Db } from "#store/db.ts";
import { reportedProblems, type StoredSource, storedSources } from "#store/ingest/run-sources.ts";
import type { RunKey } from "#store/runs/status-rows.ts";
import { changingNames, withoutNames } from "./changing-names.ts";

/** A source of a run with its stored metadata. */
export type RunSource = Source & Pick<StoredSource, "fileName" | "kind" | "sharesTests" | "variant">;

/** Returns the sources of a run that is not receiving any. An interrupted live source counts as broken. */
export async function runSources(transaction: Db, run: RunKey): Promise<RunSource[]> {
  const rows = await storedSources(transaction, run);
  const changing = await changingNames(
    transaction,
    run,
    rows.map(({ fileName }) => fileName),
  );
  return rows.map(({ tests, startedAt, localStartedAt, traits, facts, ...source }) => ({
    ...source,
    path: withoutNames(source.fileName, changing),
    startedAt: startedAt?.getTime() ?? null,
    localStartedAt: localStartedAt?.getTime() ?? null,
    traits: new Map([...Object.entries(traits ?? {}), ...facts.map(keyAndValue)]),
    ranTests: tests,
    passedTests: 0,
  }));
}

function keyAndValue(fact: string): readonly [key: string, value: string] {
  const at = fact.indexOf("=");
  return [fact.slice(0, at), fact.slice(at + 1)];
}

/** Maximum number of broken files per source to look up separately. */
const maxSubjects = 50;

/** Returns the interruptions in a run's sources, by source id. */
export async function breakages(transaction: Db, run: RunKey): Promise<Map<number, Breakage>> {
  const rows = await reportedProblems(transaction, run);
  const bySource = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...bySource].map(([id, problems]) => {
      const subjects = problems.map(({ severity, reason }) => (severity === "error" ? failedOutside(reason) : null));
      const named = subjects.filter((subject) => subject !== null);
      const areAllNamed = named.length === subjects.length && named.length <= maxSubjects;
      return [id, { subjects: areAllNamed ? [...new Set(named)] : null }];
    }),
  );
}
