import type { FailureGroup } from "@plumb/contract/failures/failures.ts";
import type { Db } from "#store/db.ts";
import { groupRows, testNames } from "#store/failures/failure-rows.ts";
import { ownersOfTests } from "#store/tests/known-tests.ts";
import type { SelectedFailures } from "#read-models/failures/failure-selection.ts";
import { type CountedGroup, courseOf, testsOf } from "#read-models/failures/group-lists.ts";
import { presentGroup } from "./present-failures.ts";

const sparkParts = 14;
/** Per cause. A cause can have more tests than a list should read. */
export const testsWithOwner = 100;
const maxOwners = 3;

/** Returns a page of causes with their history and the tests of each that failed last. */
export async function presentGroups(
  db: Db,
  projectId: number,
  selected: SelectedFailures,
  { page, maxTests }: { readonly page: readonly CountedGroup[]; readonly maxTests: number },
): Promise<FailureGroup[]> {
  const { columns } = selected.failures;
  const rows = await groupRows(
    db,
    projectId,
    page.map(({ id }) => id),
  );
  const course = courseOf(selected, page, sparkParts);
  const tests = page.map((group) => [...testsOf(selected, group).values()]);
  const latest = tests.map((indices) =>
    indices.toSorted((a, b) => (columns.at[b] as number) - (columns.at[a] as number)).slice(0, testsWithOwner),
  );
  const visible = latest.map((indices) => indices.slice(0, maxTests));
  const testAt = (index: number) => columns.pairList[columns.pairs[index] as number]?.testId ?? 0;
  const names = await testNames(db, projectId, [...new Set(visible.flat().map(testAt))]);
  const owners = await ownersOfTests(db, projectId, [...new Set(latest.flat().map(testAt))]);
  return page.flatMap(({ id, state, occurrences }, index) => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const memberTests = (visible[index] ?? []).flatMap((position) => {
      const testName = names.get(testAt(position));
      const [id, run] = [columns.resultIds[position] as number, columns.runs[position] as number];
      return testName === undefined ? [] : [{ id, runId: columns.runIds[run] as number, testName }];
    });
    return [
      presentGroup(row, {
        state,
        occurrenceCount: occurrences,
        testCount: tests[index]?.length ?? 0,
        runCount: course[index]?.runs ?? 0,
        owners: mostFrequent((latest[index] ?? []).flatMap((position) => owners.get(testAt(position)) ?? [])),
        memberTests,
        spark: course[index]?.spark ?? [],
      }),
    ];
  });
}

/** Returns the owners with the most tests. */
export function mostFrequent(owners: readonly string[]): string[] {
  const tests = Map.groupBy(owners, (owner) => owner);
  return [...tests.entries()]
    .toSorted(([a, ofA], [b, ofB]) => ofB.length - ofA.length || a.localeCompare(b))
    .slice(0, maxOwners)
    .map(([owner]) => owner);
}
