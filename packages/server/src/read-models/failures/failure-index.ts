import { decidingSource } from "@plumb/analysis/classification/applied-class.ts";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { ReadModel } from "#read-models/read-model.ts";
import { createOfTests, type PutValue, readTexts, type TestText } from "#read-models/tests/test-texts.ts";
import { asGroup, type FailureColumns, loadChanged, loadFailures } from "./failure-columns.ts";
import { rulesOf } from "#store/failures/rules/rules.ts";

/** Maximum number of failures in memory, over all projects. */
const maxFailures = 3_000_000;

/** A run that has failures. */
export interface IndexedRun {
  readonly id: number;
  readonly number: number;
  readonly suite: string;
  readonly environment: string;
  readonly branch: string | null;
  readonly framework: string;
  readonly tags: readonly string[];
  /** `key=value`. */
  readonly facts: readonly string[];
  readonly startedAt: Date;
  /** Changes with the other fields, such as when an earlier part of the run arrives. */
  readonly version: number;
}

interface IndexedSignature extends GroupSpan {
  readonly groupId: number;
}

interface IndexedGroup {
  /** Index in `failureClasses`, or `unclassified`. */
  readonly class: number;
  readonly subClass: string | null;
  readonly regressedRunId: number | null;
  readonly pinned: boolean;
  /** True if a user set the class. */
  readonly said: boolean;
  /** Project rule that set the class. */
  readonly ruleId: number | null;
}

/** An enabled rule of the project. */
interface IndexedRule {
  /** Index in `failureClasses`. */
  readonly class: number;
  readonly subClass: string | null;
}

export const unclassified = failureClasses.length;

/** First and last occurrence of a group over all time (Unix milliseconds), and their runs. */
interface GroupSpan {
  readonly firstSeen: number;
  readonly firstRunId: number;
  readonly lastSeen: number;
  readonly lastRunId: number;
}

/** The current failures of a project. */
export interface ProjectFailures {
  readonly columns: FailureColumns;
  /** Only contains existing runs, which hides the failures of deleted runs. */
  readonly runs: ReadonlyMap<number, IndexedRun>;
  readonly signatures: ReadonlyMap<number, IndexedSignature>;
  readonly groups: ReadonlyMap<number, IndexedGroup>;
  readonly spans: ReadonlyMap<number, GroupSpan>;
  readonly rules: ReadonlyMap<number, IndexedRule>;
  /** Per pair: index of its class, id of its group, and id of the project rule that determines its class (0 if there is none). */
  readonly pairClasses: Uint8Array;
  readonly pairGroups: Float64Array;
  readonly pairRules: Float64Array;
}

interface Loaded extends ProjectFailures {
  runs: Map<number, IndexedRun>;
  readonly signatures: Map<number, IndexedSignature>;
  readonly groups: Map<number, IndexedGroup>;
  spans: Map<number, GroupSpan>;
  rules: Map<number, IndexedRule>;
  pairClasses: Uint8Array;
  pairGroups: Float64Array;
  pairRules: Float64Array;
}

/** Queries over all failures of a project, from memory instead of the database. */
export interface FailureIndex {
  readonly db: Db;
  of(projectId: number): Promise<ProjectFailures>;
  /** Calls `put` for each index in order, with undefined for a test that no longer exists. */
  texts(projectId: number, testIds: Float64Array, put: PutValue<TestText>): Promise<void>;
}

export function createFailureIndex(): (db: Db) => FailureIndex {
  const failures = new ReadModel<[projectId: number], Loaded>({
    maxWeight: maxFailures,
    weigh: ({ columns }) => columns.length,
    revision: failureRevision,
    async load(db, [projectId], before, revision) {
      const value = before?.value ?? (await loaded(db, projectId));
      if (before !== undefined) await loadChanged(db, projectId, value.columns, before.revision ?? -1);
      await readNames(db, projectId, value, before?.revision ?? -1);
      return { revision, value };
    },
  });
  const textsOf = createOfTests(readTexts);
  return (db) => ({
    db,
    of: (projectId) => failures.read(db, projectId),
    texts: (...input) => textsOf(db, ...input),
  });
}

async function failureRevision(db: Db, projectId: number): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    select revision from failure_state where project_id = ${projectId}
  `.execute(db);
  return rows[0]?.revision ?? 0;
}

async function loaded(db: Db, projectId: number): Promise<Loaded> {
  return {
    columns: await loadFailures(db, projectId),
    runs: new Map(),
    signatures: new Map(),
    groups: new Map(),
    spans: new Map(),
    rules: new Map(),
    pairClasses: new Uint8Array(),
    pairGroups: new Float64Array(),
    pairRules: new Float64Array(),
  };
}

/** Reads the groups, rules and runs of the failures. */
async function readNames(db: Db, projectId: number, retained: Loaded, revision: number): Promise<void> {
  const signatures = await sql<IndexedSignature & { id: number }>`
    select id, group_id as "groupId", (extract(epoch from first_seen) * 1000)::float8 as "firstSeen",
           (extract(epoch from last_seen) * 1000)::float8 as "lastSeen", (first_run ->> 'id')::bigint as "firstRunId",
           (last_run ->> 'id')::bigint as "lastRunId"
      from failure_signature where project_id = ${projectId} and revision > ${revision}
  `.execute(db);
  for (const { id, ...signature } of signatures.rows) retained.signatures.set(id, signature);
  const groups = await sql<{
    id: number;
    class: string | null;
    subClass: string | null;
    regressedRunId: number | null;
    pinned: boolean;
    said: boolean;
    ruleId: number | null;
  }>`
    select id, class, sub_class as "subClass", regressed_run_id as "regressedRunId", pinned,
           decided_by is not distinct from 'person' as said, rule_id as "ruleId"
      from failure_group where project_id = ${projectId} and revision > ${revision}
  `.execute(db);
  for (const { id, class: name, ...group } of groups.rows)
    retained.groups.set(id, {
      ...group,
      class: indexOfClass(name),
    });
  retained.rules = await readRules(db, projectId);
  retained.runs = await readRuns(db, projectId, retained);
  if (signatures.rows.length > 0) retained.spans = spansOf(retained.signatures.values());
  readPairs(retained);
}

/** Resolves pairs after a change instead of in every query, because there can be tens of thousands. */
function readPairs(retained: Loaded): void {
  const { pairList } = retained.columns;
  retained.pairClasses = new Uint8Array(pairList.length).fill(unclassified);
  retained.pairGroups = new Float64Array(pairList.length);
  retained.pairRules = new Float64Array(pairList.length);
  for (const [pair, { signatureId, class: own, ruleId }] of pairList.entries()) {
    const groupId = retained.signatures.get(signatureId)?.groupId ?? 0;
    const group = retained.groups.get(groupId);
    const rule = retained.rules.get(ruleId);
    const source = decidingSource({
      user: own !== asGroup,
      rule: rule !== undefined,
      groupByUser: group?.said === true,
    });
    retained.pairGroups[pair] = groupId;
    retained.pairClasses[pair] = source === "user" ? own : ((source === "rule" ? rule : group)?.class ?? unclassified);
    retained.pairRules[pair] = source === "rule" ? ruleId : source === "group" ? (group?.ruleId ?? 0) : 0;
  }
}

function indexOfClass(name: string | null): number {
  return name === null ? unclassified : (failureClasses as readonly string[]).indexOf(name);
}

async function readRules(db: Db, projectId: number): Promise<Map<number, IndexedRule>> {
  const rules = (await rulesOf(db, projectId)).filter(({ enabled }) => enabled);
  return new Map(rules.map(({ id, class: name, subClass }) => [id, { class: indexOfClass(name), subClass }]));
}

function spansOf(signatures: Iterable<IndexedSignature>): Map<number, GroupSpan> {
  const spans = new Map<number, GroupSpan>();
  for (const { groupId, ...span } of signatures) {
    const known = spans.get(groupId) ?? span;
    const first = span.firstSeen < known.firstSeen ? span : known;
    const last = span.lastSeen > known.lastSeen ? span : known;
    spans.set(groupId, {
      firstSeen: first.firstSeen,
      firstRunId: first.firstRunId,
      lastSeen: last.lastSeen,
      lastRunId: last.lastRunId,
    });
  }
  return spans;
}

const runVersion = sql`hashtext(concat_ws(chr(10), suite, environment, branch, framework, tags, facts, started_at))`;

/** Returns the existing runs, and reads those that are new or changed. Deleting a run changes only the revision, so all of them are checked. */
async function readRuns(db: Db, projectId: number, { columns, runs }: Loaded): Promise<Map<number, IndexedRun>> {
  const { rows } = await sql<{ ids: number[] | null; versions: number[] | null }>`
    select json_agg(id order by id) as ids, json_agg(${runVersion} order by id) as versions
      from run where project_id = ${projectId} and removed_at is null and id = any(${numbers(columns.runIds)}::bigint[])
  `.execute(db);
  const { ids, versions } = rows[0] ?? {};
  const existing = new Map<number, IndexedRun>();
  const changed: number[] = [];
  for (const [index, id] of (ids ?? []).entries()) {
    const known = runs.get(id);
    if (known !== undefined && known.version === versions?.[index]) existing.set(id, known);
    else changed.push(id);
  }
  for (const run of await runsById(db, projectId, changed)) existing.set(run.id, run);
  return existing;
}

async function runsById(db: Db, projectId: number, ids: readonly number[]): Promise<IndexedRun[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<IndexedRun>`
    select id, number, suite, environment, branch, framework, tags, facts, started_at as "startedAt", ${runVersion} as version
      from run where project_id = ${projectId} and id = any(${numbers(ids)}::bigint[])
  `.execute(db);
  return rows;
}
