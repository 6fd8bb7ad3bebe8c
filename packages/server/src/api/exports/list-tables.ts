import type { AuditEvent } from "@plumb/contract/administration/audit.ts";
import type { FailureGroup, GroupSort, SuiteRunFailure, TestCaseFailure } from "@plumb/contract/failures/failures.ts";
import type { FailingState } from "@plumb/contract/failures/failing-state.ts";
import type { Annotation, ItemListQuery } from "@plumb/contract/items/annotations.ts";
import { type TestFilter, type TestSummary, maxListedTests } from "@plumb/contract/tests/tests.ts";
import { ClassFilter } from "@plumb/contract/failures/failure-window.ts";
import { type AuditQuery, auditPage } from "#api/audit/audit.ts";
import { presentGroups } from "#api/failures/present-groups.ts";
import { presentSuiteRun, presentTestCases } from "#api/failures/present-failures.ts";
import { listedTests } from "#api/tests/tests.ts";
import { type Columns, type Table, tableOf } from "#exports/csv/list-csv.ts";
import type { FailureIndex } from "#read-models/failures/failure-index.ts";
import { suiteRunsOf, testCasesOf } from "#read-models/failures/failure-lists.ts";
import type { FailureSelection } from "#read-models/failures/failure-selection.ts";
import { groupsOf, statesNow } from "#read-models/failures/group-lists.ts";
import { selectFailures } from "#read-models/failures/selected-failures.ts";
import type { ItemSearch } from "#read-models/items/item-search.ts";
import type { TestSearch } from "#read-models/tests/test-search.ts";
import type { Db } from "#store/db.ts";
import { itemPage, type ItemSelection } from "#store/items/item-lists.ts";
import { itemsById } from "#store/items/item-rows.ts";

/** Rows per statement. */
const pageSize = 100;
/** Events of the audit log per statement. */
const eventsPerStatement = 500;
/** Ids of items per selection. */
const idsPerSelection = 50_000;

const causeColumns: Columns<FailureGroup> = [
  ["id", ({ id }) => id],
  ["state", ({ state }) => state],
  ["primaryClass", ({ primaryClass }) => primaryClass],
  ["subClass", ({ subClass }) => subClass?.name ?? null],
  ["confidence", ({ confidence }) => confidence],
  ["decidedBy", ({ decidedBy }) => decidedBy],
  ["representativeError", ({ representativeError }) => representativeError],
  ["occurrenceCount", ({ occurrenceCount }) => occurrenceCount],
  ["testCount", ({ testCount }) => testCount],
  ["runCount", ({ runCount }) => runCount],
  ["owners", ({ owners }) => owners.join(", ")],
  ["firstSeen", ({ firstSeen }) => firstSeen],
  ["firstRun", ({ firstRun }) => firstRun?.number ?? null],
  ["lastSeen", ({ lastSeen }) => lastSeen],
  ["lastRun", ({ lastRun }) => lastRun?.number ?? null],
  ["pinned", ({ pinned }) => pinned],
];

const failedTestColumns: Columns<TestCaseFailure> = [
  ["testId", ({ testId }) => testId],
  ["file", ({ file }) => file],
  ["testName", ({ testName }) => testName],
  ["suiteName", ({ suiteName }) => suiteName],
  ["environment", ({ environment }) => environment],
  ["branch", ({ branch }) => branch],
  ["runNumber", ({ runNumber }) => runNumber],
  ["lastSeen", ({ lastSeen }) => lastSeen],
  ["failures", ({ failures }) => failures],
  ["primaryClass", ({ primaryClass }) => primaryClass],
  ["subClass", ({ subClass }) => subClass?.name ?? null],
  ["confidence", ({ confidence }) => confidence],
  ["decidedBy", ({ decidedBy }) => decidedBy],
  ["errorLine", ({ errorLine }) => errorLine],
  ["groupId", ({ groupId }) => groupId],
];

const suiteRunColumns: Columns<SuiteRunFailure> = [
  ["runId", ({ runId }) => runId],
  ["suiteName", ({ suiteName }) => suiteName],
  ["runNumber", ({ runNumber }) => runNumber],
  ["environment", ({ environment }) => environment],
  ["branch", ({ branch }) => branch],
  ["startedAt", ({ startedAt }) => startedAt],
  ["failures", ({ failures }) => failures],
  ["groups", ({ groups }) => groups],
  ["newGroups", ({ newGroups }) => newGroups],
  ...ClassFilter.options.map((name) => [name, ({ counts }: SuiteRunFailure) => counts[name]] as const),
  ["topSubClasses", ({ topSubClasses }) => topSubClasses.map(({ subClass }) => subClass.name).join(", ")],
];

const auditColumns: Columns<AuditEvent> = [
  ["id", ({ id }) => id],
  ["at", ({ at }) => at],
  ["actorEmail", ({ actorEmail }) => actorEmail],
  ["agent", ({ agent }) => agent?.name ?? null],
  ["address", ({ address }) => address],
  ["action", ({ action }) => action],
  ["projectId", ({ projectId }) => projectId],
  ["targetType", ({ targetType }) => targetType],
  ["targetId", ({ targetId }) => targetId],
  ["targetName", ({ targetName }) => targetName],
  ["detail", ({ detail }) => JSON.stringify(detail)],
];

const testColumns: Columns<TestSummary> = [
  ["id", ({ id }) => id],
  ["file", ({ file }) => file],
  ["titlePath", ({ titlePath }) => titlePath.join(" › ")],
  ["variant", ({ variant }) => variant],
  ["tags", ({ tags }) => tags.join(", ")],
  ["owner", ({ owner }) => owner],
  ["state", ({ state }) => state],
  ["since", ({ since }) => since],
  ["score", ({ score }) => score],
  ["executions", ({ executions }) => executions],
  ["leftOut", ({ leftOut }) => leftOut],
  ["lastEvidence", ({ lastEvidence }) => lastEvidence],
  ["lostTime", ({ lostTime }) => lostTime],
  ["recentDuration", ({ recentDuration }) => recentDuration],
  ["earlierDuration", ({ earlierDuration }) => earlierDuration],
  ["suite", ({ suite }) => suite],
  ["environment", ({ environment }) => environment],
  ["firstDay", ({ firstDay }) => firstDay],
  ["lastDay", ({ lastDay }) => lastDay],
  ["quarantine", ({ quarantine }) => quarantine?.kind ?? null],
];

const itemColumns: Columns<Annotation> = [
  ["id", ({ id }) => id],
  ["title", ({ title }) => title],
  ["message", ({ message }) => message],
  ["type", ({ type }) => type],
  ["priority", ({ priority }) => priority],
  ["status", ({ status }) => status],
  ["assignee", ({ assignee }) => assignee?.name ?? null],
  ["creator", ({ creator }) => creator.name],
  ["agent", ({ agent }) => agent?.name ?? null],
  ["due_date", ({ due_date: dueDate }) => dueDate],
  ["created_at", ({ created_at: createdAt }) => createdAt],
  ["updated_at", ({ updated_at: updatedAt }) => updatedAt],
  ["tags", ({ tags }) => tags.join(", ")],
  ["comments", ({ comments }) => comments],
  ["attachments", ({ attachments }) => attachments],
  ["subject", ({ subject }) => subject?.kind ?? null],
  ["suite", ({ subject }) => subject?.suite ?? null],
  ["runNumber", ({ subject }) => subject?.runNumber ?? null],
  ["test", ({ subject }) => subject?.test ?? null],
  ["error", ({ subject }) => subject?.error ?? null],
];

/** Causes as filtered and sorted. All pages come from one selection, so that no cause is missing or repeated. */
export function causesTable(
  index: FailureIndex,
  selection: FailureSelection,
  { now, ...order }: { readonly sortBy: GroupSort; readonly state: FailingState | undefined; readonly now: Date },
  origin: string,
): Table {
  async function* rows() {
    const selected = await selectFailures(index, selection);
    const states = await statesNow(index, selected, { projectId: selection.projectId, now });
    const all = groupsOf(selected, states, order);
    for (let offset = 0; offset < all.length; offset += pageSize) {
      const page = all.slice(offset, offset + pageSize);
      yield* await presentGroups(index.db, selection.projectId, selected, { page, maxTests: 1 });
    }
  }
  return tableOf([...causeColumns, ["url", ({ id }: FailureGroup) => `${origin}/defects?group=${id}`]], rows());
}

/** Tests that failed, from one selection. */
export function failedTestsTable(index: FailureIndex, selection: FailureSelection, origin: string): Table {
  async function* rows() {
    const selected = await selectFailures(index, selection);
    const all = testCasesOf(selected);
    for (let offset = 0; offset < all.length; offset += pageSize)
      yield* await presentTestCases(index.db, selected, selection.projectId, all.slice(offset, offset + pageSize));
  }
  const url = ({ runId, id }: TestCaseFailure) => `${origin}/reports/${runId}?result=${id}`;
  return tableOf([...failedTestColumns, ["url", url]], rows());
}

/** Runs with failures, newest first, from one selection. */
export function suiteRunsTable(index: FailureIndex, selection: FailureSelection, now: Date, origin: string): Table {
  async function* rows() {
    const selected = await selectFailures(index, selection);
    const states = await statesNow(index, selected, { projectId: selection.projectId, now });
    const { runs } = suiteRunsOf(selected, states, { offset: 0, limit: Number.POSITIVE_INFINITY });
    yield* runs.map(presentSuiteRun);
  }
  const url = ({ runId }: SuiteRunFailure) => `${origin}/reports/${runId}`;
  return tableOf([...suiteRunColumns, ["url", url]], rows());
}

/** Tests of a project, as many as the list has. They come from one statement, so that no test is missing or repeated. */
export function testsTable(
  context: { readonly db: Db; readonly testSearch: TestSearch },
  projectId: number,
  { filter, now }: { readonly filter: Omit<TestFilter, "limit" | "offset">; readonly now: Date },
  origin: string,
): Table {
  async function* rows() {
    const { data } = await listedTests(context, projectId, { ...filter, offset: 0, limit: maxListedTests }, now);
    yield* data;
  }
  return tableOf([...testColumns, ["url", ({ id }: TestSummary) => `${origin}/tests/${id}`]], rows());
}

/** Analysis items as filtered and sorted. The ids come from one selection, so that no item is missing or repeated. */
export function itemsTable(
  { db, itemSearch }: { readonly db: Db; readonly itemSearch: ItemSearch },
  selection: ItemSelection,
  order: Pick<ItemListQuery, "sortBy" | "sortOrder">,
  origin: string,
): Table {
  const { projectId, words } = selection;
  async function* rows() {
    const matching = words.length === 0 ? undefined : await itemSearch.find(projectId, words);
    for (let start = 0; ; start += idsPerSelection) {
      const page = { ...order, limit: idsPerSelection, offset: start };
      const { ids } = await itemPage(db, selection, page, matching);
      for (let offset = 0; offset < ids.length; offset += pageSize)
        yield* await itemsById(db, projectId, ids.slice(offset, offset + pageSize));
      if (ids.length < idsPerSelection) return;
    }
  }
  const url = ({ id }: Annotation) => `${origin}/analysis?annotation=${id}&project=${projectId}`;
  return tableOf([...itemColumns, ["url", url]], rows());
}

/** Events of the audit log, newest first. */
export function auditTable(db: Db, query: AuditQuery): Table {
  async function* rows() {
    for (let before: number | undefined; ;) {
      const events = await auditPage(db, query, { before, limit: eventsPerStatement });
      yield* events;
      before = events.at(-1)?.id;
      if (events.length < eventsPerStatement) return;
    }
  }
  return tableOf(auditColumns, rows());
}
