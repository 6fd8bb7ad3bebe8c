import { asString, type JsonObject, objectsOf, stringsOf } from "#json/json-value.ts";
import type { ProblemLog } from "#problem-log.ts";
import type { Member } from "#report-format.ts";
import { baseName } from "#text/content-type.ts";
import { timeOf } from "#text/loose-timestamp.ts";
import { withoutAddresses } from "#text/object-address.ts";
import { objectOf } from "./read-member.ts";
import { RecoveredHooks } from "./recovered-hooks.ts";

/** A result file without its content. */
export interface IndexedResult {
  readonly member: Member;
  readonly uuid: string;
  /** Unix milliseconds; `null` if unknown. */
  readonly startedAt: number | null;
}

/** A container file with fixtures for results or other containers. */
export interface IndexedContainer {
  readonly member: Member;
  readonly uuid: string;
  readonly hasFixtures: boolean;
}

/** Index of a folder: attempts by test, and containers by their children. Its size does not depend on the size of the results. */
export interface FolderIndex {
  /** Attempts by test in the order of execution. Tests are sorted by their first attempt. */
  readonly tests: readonly (readonly IndexedResult[])[];
  /** Containers by the uuid of a result or container. */
  readonly containersOf: ReadonlyMap<string, readonly IndexedContainer[]>;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** Reads each file once to build the index. Each unreadable file becomes a problem. */
export async function indexFolder(members: readonly Member[], problems: ProblemLog): Promise<FolderIndex> {
  const tests = new Map<string, IndexedResult[]>();
  const containersOf = new Map<string, IndexedContainer[]>();
  const hooks = new RecoveredHooks();
  let startedAt: number | null = null;
  let endedAt: number | null = null;
  for (const member of members) {
    const name = baseName(member.name);
    if (name.endsWith("-container.json")) await indexContainer(member, containersOf, problems);
    if (!name.endsWith("-result.json")) continue;
    const result = await objectOf(member, problems);
    if (result === undefined) continue;
    const indexed = { member, uuid: asString(result["uuid"]) ?? member.name, startedAt: timeOf(result["start"]) };
    const test = testOf(result);
    const attempts = tests.get(test);
    if (attempts === undefined) tests.set(test, [indexed]);
    else attempts.push(indexed);
    hooks.add(test, result, indexed.startedAt);
    const began = indexed.startedAt;
    const ended = timeOf(result["stop"]) ?? began;
    if (began !== null && (startedAt === null || began < startedAt)) startedAt = began;
    if (ended !== null && (endedAt === null || ended > endedAt)) endedAt = ended;
  }
  for (const { test, reason } of hooks.all()) {
    if (tests.delete(test))
      problems.add("warning", `A hook failed, and its tests passed when they ran again: ${reason}`);
  }
  const byStart = (a: IndexedResult, b: IndexedResult) => (a.startedAt ?? Infinity) - (b.startedAt ?? Infinity) || 0;
  const ordered = [...tests.values()].map((attempts) => attempts.toSorted(byStart));
  return {
    tests: ordered.toSorted((a, b) => byStart(a[0] as IndexedResult, b[0] as IndexedResult)),
    containersOf,
    startedAt,
    endedAt,
  };
}

/**
 * Returns the identity of a test in Allure: results with the same history id and the same parameters are attempts of it. Some adapters
 * compute the id without the parameters.
 */
function testOf(result: JsonObject): string {
  const parameters = objectsOf(result["parameters"])
    .filter(({ excluded }) => excluded !== true)
    .map(({ name, value }) => [name, typeof value === "string" ? withoutAddresses(value) : value]);
  const historyId = asString(result["historyId"]) ?? "";
  if (historyId !== "") return `history ${JSON.stringify([historyId, parameters])}`;
  const fullName = asString(result["fullName"]) ?? "";
  if (fullName === "") return `result ${asString(result["uuid"]) ?? ""} ${asString(result["name"]) ?? ""}`;
  return `name ${JSON.stringify([fullName, parameters])}`;
}

async function indexContainer(
  member: Member,
  containersOf: Map<string, IndexedContainer[]>,
  problems: ProblemLog,
): Promise<void> {
  const container = await objectOf(member, problems);
  if (container === undefined) return;
  const hasFixtures = objectsOf(container["befores"]).length + objectsOf(container["afters"]).length > 0;
  const indexed = { member, uuid: asString(container["uuid"]) ?? "", hasFixtures };
  for (const child of stringsOf(container["children"])) {
    const containers = containersOf.get(child);
    if (containers === undefined) containersOf.set(child, [indexed]);
    else containers.push(indexed);
  }
}

const deepest = 20;

/** Returns the containers of a result that have fixtures, outermost first. */
export function containersAround(uuid: string, { containersOf }: FolderIndex): IndexedContainer[] {
  const found = new Set<IndexedContainer>();
  let level = [uuid];
  for (let depth = 0; depth < deepest && level.length > 0; depth++) {
    const around = level.flatMap((child) => containersOf.get(child) ?? []).filter((each) => !found.has(each));
    for (const container of around) found.add(container);
    level = around.map((container) => container.uuid);
  }
  return [...found].filter(({ hasFixtures }) => hasFixtures).toReversed();
}
