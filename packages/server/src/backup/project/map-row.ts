import { copiedText } from "#store/copy-lines.ts";
import { type ExportedTable, jsonWithoutIds, meaningOf } from "#store/backup/project-columns.ts";

/** Returns the id of a row here for its id in the export. */
export type MapId = (table: string, id: number) => number;

type Json = Record<string, unknown>;

/** Returns an object in which the numbers in these fields are mapped. Lists of ids are mapped, too. */
function mapFields(map: MapId, value: unknown, tables: Readonly<Record<string, string>>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const mapped = (table: string, field: unknown): unknown => {
    if (Array.isArray(field)) return field.map((one) => mapped(table, one));
    return typeof field === "number" ? map(table, field) : field;
  };
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const table = tables[name];
      return [name, table === undefined ? field : mapped(table, field)];
    }),
  );
}

function mapEach(map: MapId, list: unknown, tables: Readonly<Record<string, string>>): unknown {
  return Array.isArray(list) ? list.map((one) => mapFields(map, one, tables)) : list;
}

/** `decidedName` is the id of a decision if a user decided. */
function mapGroup(map: MapId, group: unknown): unknown {
  const mapped = mapFields(map, group, { id: "failure_group", ruleId: "classification_rule" }) as Json;
  const { decidedBy, decidedName } = mapped;
  return decidedBy === "person" && typeof decidedName === "string"
    ? { ...mapped, decidedName: mapDecision(map, decidedName) }
    : mapped;
}

function mapDecision(map: MapId, decidedName: string): string {
  return /^\d{1,15}$/.test(decidedName) ? String(map("decision", Number(decidedName))) : decidedName;
}

/** Columns of JSON with ids. */
export const jsonColumns: Readonly<Record<string, (map: MapId, value: unknown) => unknown>> = {
  "decision.subject": (map, subject) => mapFields(map, subject, { groupIds: "failure_group", resultIds: "result" }),
  "decision.before": (map, before) => {
    const { groups, failures, signatures, ...rest } = before as Json;
    return {
      ...rest,
      ...(Array.isArray(groups) && { groups: groups.map((group) => mapGroup(map, group)) }),
      failures: mapEach(map, failures, { id: "failure", decisionId: "decision" }),
      signatures: mapEach(map, signatures, { id: "failure_signature", groupId: "failure_group" }),
    };
  },
  "failure_signature.first_run": (map, run) => mapFields(map, run, { id: "run" }),
  "failure_signature.last_run": (map, run) => mapFields(map, run, { id: "run" }),
  "saved_view.search": (map, search) =>
    mapFields(map, search, {
      assignee: "user_account",
      cause: "failure_group",
      creator: "user_account",
      group: "failure_group",
      incident: "incident",
      run: "run",
      runs: "run",
      test: "test",
    }),
  "test_state.evidence": (map, evidence) => mapEach(map, evidence, { runId: "run", againstRunId: "run" }),
};

const absent = String.raw`\N`;

/** Maps the value of a column in the text format of `COPY`. */
type MapColumn = (value: string, row: readonly string[]) => string;

/** Returns a function that maps the lines of a table. */
export function rowMapper({ name, columns }: ExportedTable, map: MapId): (line: string) => string {
  const mappers = columns.map((column) =>
    mapperOf(
      name,
      column,
      map,
      columns.map((each) => each.name),
    ),
  );
  return (line) => {
    const row = line.split("\t");
    if (row.length !== columns.length)
      throw new Error(`The backup is damaged: a row of ${name} has ${row.length} columns. Use another backup.`);
    return mappers
      .map((mapper, index) => (mapper === null || row[index] === absent ? row[index] : mapper(row[index] ?? "", row)))
      .join("\t");
  };
}

function mapperOf(
  table: string,
  { name, type }: ExportedTable["columns"][number],
  map: MapId,
  columns: readonly string[],
): MapColumn | null {
  const json = jsonColumns[`${table}.${name}`];
  if (json !== undefined) return (value) => copiedText(JSON.stringify(json(map, JSON.parse(originalText(value)))));
  if (table === "failure_group" && name === "decided_name") {
    const decidedBy = columns.indexOf("decided_by");
    return (value, row) => (row[decidedBy] === "person" ? mapDecision(map, value) : value);
  }
  if (!isNumber(type)) return null;
  const meaning = meaningOf(table, name);
  if (meaning === "process") return () => "0";
  if (meaning === "connection") return () => absent;
  if (meaning === "number") return null;
  if (meaning === undefined) throw new Error(`The meaning of ${table}.${name} is unknown.`);
  const { idOf } = meaning;
  const mapped = (id: string) => String(map(idOf, Number(id)));
  return type.endsWith("[]") ? (value) => value.replaceAll(/\d+/g, mapped) : mapped;
}

export function isNumber(type: string): boolean {
  return /^(bigint|integer|smallint)(\[\])?$/.test(type);
}

/** Returns true for a column of JSON that is known. */
export function isKnownJson(table: string, column: string): boolean {
  return jsonWithoutIds.has(`${table}.${column}`) || jsonColumns[`${table}.${column}`] !== undefined;
}

const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/** Undoes the escapes of `COPY`. */
export function originalText(value: string): string {
  return value.replaceAll(/\\(.)/gs, (_escape, character: string) => escapes[character] ?? character);
}
