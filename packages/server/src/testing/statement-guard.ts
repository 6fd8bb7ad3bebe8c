import { loadModule, parseSync } from "libpg-query";
import { Client } from "pg";
import { isAcrossProjects } from "./across-projects.ts";

/**
 * Makes a test fail if a statement reads or changes rows of a project table without a condition on `project_id`: such a statement reads the rows of
 * other projects, and a distributed database (docs/decisions/0049-distributed-by-project.md) runs it on every node or refuses it.
 */
export interface StatementGuard {
  /** @throws Error that lists the statements since the last call that have no condition. */
  assertConditions(): void;
}

let guard: StatementGuard | undefined;

/**
 * Watches the statements of all connections of this process to PostgreSQL.
 *
 * @param projectTables Returns the names of the tables whose rows belong to a project.
 */
export async function guardStatements(projectTables: () => Promise<ReadonlySet<string>>): Promise<StatementGuard> {
  if (guard !== undefined) return guard;
  await loadModule();
  const tables = await projectTables();
  const known = new Map<string, readonly string[]>();
  const found = new Map<string, readonly string[]>();
  const check = (text: string) => {
    const open = known.get(text) ?? tablesWithoutProject(text, tables);
    known.set(text, open);
    if (open.length > 0 && !found.has(text) && !isAcrossProjects(text) && isProductCode()) found.set(text, open);
  };
  const send = Reflect.get(Client.prototype, "query") as (...input: readonly unknown[]) => unknown;
  const watched = new Proxy(send, {
    apply(query, client, input: readonly unknown[]) {
      const [first] = input;
      if (typeof first === "string") check(first);
      else if (typeof first === "object" && first !== null && "text" in first && typeof first.text === "string")
        check(first.text);
      return Reflect.apply(query, client, input);
    },
  });
  Reflect.set(Client.prototype, "query", watched);
  guard = {
    assertConditions() {
      const texts = [...found].map(([text, open]) => `${open.join(", ")}:\n${text}`);
      found.clear();
      if (texts.length > 0) throw new Error(`Statements without a condition on project_id for\n${texts.join("\n\n")}`);
    },
  };
  return guard;
}

/** Returns true if the statement being sent is one of the product, and not of a test, a migration, or a copy of whole tables. */
function isProductCode(): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  const { stack = "" } = new Error("Where the statement comes from");
  Error.stackTraceLimit = stackTraceLimit;
  const caller = stack
    .split("\n")
    .find((line) => line.includes("/packages/server/src/") && !line.includes("/statement-guard.ts"));
  return caller !== undefined && !/\/testing\/|\.test\.ts|\/store\/(?:migrate\.ts|backup\/)/.test(caller);
}

type Node = { readonly [key: string]: unknown };

/** A query with the tables that its conditions can refer to. */
interface Level {
  /** Aliases of project tables. */
  readonly tables: Map<string, string>;
  readonly restricted: Set<string>;
}

/** Returns the project tables that a statement reads or changes without a condition on `project_id`, by their aliases. */
export function tablesWithoutProject(text: string, tables: ReadonlySet<string>): string[] {
  if (!/^\s*(?:with|select|insert|update|delete|\(|--)/i.test(text)) return [];
  const open: string[] = [];
  const tree = parseSync(text) as unknown as Node;
  visit(tree, tables.difference(namedQueries(tree)), open);
  return open;
}

/** Returns the names of the queries that `with` defines, because such a query can have the name of a table. */
function namedQueries(node: unknown, names = new Set<string>()): Set<string> {
  if (typeof node !== "object" || node === null) return names;
  for (const [key, value] of Object.entries(node)) {
    if (key === "ctename") names.add(String(value));
    namedQueries(value, names);
  }
  return names;
}

/** Visits all queries in a node. */
function visit(node: unknown, tables: ReadonlySet<string>, open: string[]): void {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, tables, open);
    return;
  }
  if (typeof node !== "object" || node === null) return;
  for (const [kind, value] of Object.entries(node)) {
    if (kind === "SelectStmt" || kind === "UpdateStmt" || kind === "DeleteStmt") check(value as Node, tables, open);
    visit(value, tables, open);
  }
}

function check(query: Node, tables: ReadonlySet<string>, open: string[]): void {
  // The sides of a union have no type in the tree, so `visit` does not find them.
  for (const side of [query["larg"], query["rarg"]]) if (side !== undefined) check(side as Node, tables, open);
  const level: Level = { tables: new Map(), restricted: new Set() };
  const sources = [wrapped(query["relation"]), ...list(query["fromClause"]), ...list(query["usingClause"])];
  for (const source of sources) readSource(source, tables, level);
  readConditions(query["whereClause"], level);
  for (const [alias, table] of level.tables)
    if (!level.restricted.has(alias)) open.push(alias === table ? table : `${table} ${alias}`);
}

/** The table of `update` and `delete` has no type in the tree. */
function wrapped(relation: unknown): unknown {
  return relation === undefined ? undefined : { RangeVar: relation };
}

function readSource(source: unknown, tables: ReadonlySet<string>, level: Level): void {
  const { RangeVar: table, JoinExpr: join } = (source ?? {}) as { RangeVar?: Node; JoinExpr?: Node };
  if (table !== undefined) {
    const name = String(table["relname"]);
    const alias = (table["alias"] as { readonly aliasname?: string } | undefined)?.aliasname;
    if (tables.has(name)) level.tables.set(alias ?? name, name);
  }
  if (join === undefined) return;
  const before = new Set(level.tables.keys());
  readSource(join["larg"], tables, level);
  readSource(join["rarg"], tables, level);
  readConditions(join["quals"], level);
  if (
    list(join["usingClause"]).some((column) => (column as { String?: { sval?: string } }).String?.sval === "project_id")
  )
    for (const alias of level.tables.keys()) if (!before.has(alias)) level.restricted.add(alias);
}

/** Reads the conditions that all rows meet. */
function readConditions(condition: unknown, level: Level): void {
  const { BoolExpr: all, A_Expr: comparison, SubLink: within } = (condition ?? {}) as Record<string, Node | undefined>;
  if (all?.["boolop"] === "AND_EXPR") for (const each of list(all["args"])) readConditions(each, level);
  const isEqual =
    comparison !== undefined &&
    list(comparison["name"]).some((name) => (name as { String?: { sval?: string } }).String?.sval === "=");
  if (isEqual) for (const side of [comparison["lexpr"], comparison["rexpr"]]) restrict(side, level);
  if (within?.["subLinkType"] === "ANY_SUBLINK") restrict(within["testexpr"], level);
}

function restrict(side: unknown, level: Level): void {
  const { ColumnRef: column, RowExpr: row, A_Expr: sum } = (side ?? {}) as Record<string, Node | undefined>;
  if (row !== undefined) for (const each of list(row["args"])) restrict(each, level);
  // `project_id + 0` avoids the indexes of the project.
  if (sum !== undefined) restrict(sum["lexpr"], level);
  if (column === undefined) return;
  const names = list(column["fields"]).map((field) => (field as { String?: { sval?: string } }).String?.sval);
  if (names.at(-1) !== "project_id") return;
  for (const alias of level.tables.keys()) if (names.length === 1 || names[0] === alias) level.restricted.add(alias);
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
