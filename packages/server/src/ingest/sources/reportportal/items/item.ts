import { createHash } from "node:crypto";
import { limits } from "@plumb/formats/limits.ts";
import { codeLocation, namesFile } from "./code-ref.ts";
import { itemNotAllowed } from "#ingest/sources/reportportal/refusals.ts";
import type { FinishItem, ItemType, StartItem, Status } from "#ingest/sources/reportportal/requests.ts";
import type { StoredItem } from "#store/ingest/reportportal-items.ts";
import { streamKey } from "#store/ingest/live-tests.ts";

type Attributes = StartItem["attributes"];

/** Facts about an item from its agent. Timestamps are Unix milliseconds. */
export interface ItemFields {
  readonly name: string;
  readonly type: ItemType;
  readonly startedAt: number;
  readonly endedAt?: number | undefined;
  readonly status?: Status | undefined;
  readonly codeRef?: string | undefined;
  readonly testCaseId?: string | undefined;
  readonly uniqueId?: string | undefined;
  readonly parameters?: StartItem["parameters"] | undefined;
  readonly attributes?: Attributes | undefined;
  readonly description?: string | undefined;
  readonly issue?: FinishItem["issue"] | undefined;
  /** True if the agent announced at its end that it will be repeated. */
  readonly retried?: boolean | undefined;
  /** Titles of its parents, from the outermost one. */
  readonly above: readonly string[];
  /** File of the item or its nearest parent with one. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  /** Variant in which it runs, such as a Playwright project. */
  readonly variant?: string | undefined;
  /** True if the name contains nothing besides the file or the variant. */
  readonly unnamed?: boolean | undefined;
  /** Number of parents. */
  readonly depth: number;
  /** Hash of the call that started it. */
  readonly call: string;
  /** Why the end is missing. */
  readonly brokeOff?: string | undefined;
  /** True if the execution was recorded. */
  readonly recorded?: boolean | undefined;
}

export type Item = StoredItem<ItemFields>;

/** Returns a hash of a call, to detect repeated calls after a lost response. */
export function callHash(...parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
}

interface Started {
  readonly uuid: string;
  readonly parent: Item | null;
  readonly start: StartItem;
  readonly framework: string;
  readonly writer: number;
  readonly call: string;
}

/**
 * Returns a new item.
 *
 * @throws Refused if it is nested too deeply.
 */
export function startedItem({ uuid, parent, start, framework, writer, call }: Started): Item {
  const key = streamKey(uuid);
  const depth = parent === null ? 0 : parent.said.depth + 1;
  if (depth > limits.reportportalDepth)
    throw itemNotAllowed(`It is nested in more than ${limits.reportportalDepth} other items.`);
  const kind = start.hasStats === false ? "step" : /^(?:before|after)_/.test(start.type) ? "hook" : "item";
  const location = kind === "step" ? null : codeLocation(start.codeRef);
  // The outermost suite of Playwright's agent is the project, if it has a name.
  const isProject =
    kind === "item" && framework === "playwright" && parent === null && start.type === "suite" && location === null;
  const variant = isProject ? start.name : parent?.said.variant;
  const file = location?.file ?? parent?.said.file;
  const reported: ItemFields = {
    name: start.name,
    type: start.type,
    startedAt: start.startTime,
    above: parent === null || kind === "step" ? [] : titlesOf(parent),
    depth,
    call,
    ...(start.codeRef !== undefined && { codeRef: start.codeRef }),
    ...(start.testCaseId !== undefined && { testCaseId: start.testCaseId }),
    ...(start.uniqueId !== undefined && { uniqueId: start.uniqueId }),
    ...(start.parameters.length > 0 && { parameters: start.parameters }),
    ...(start.attributes.length > 0 && { attributes: start.attributes }),
    ...(start.description !== undefined && { description: start.description }),
    ...(file !== undefined && kind !== "step" && { file }),
    ...(location?.line !== undefined && { line: location.line }),
    ...(variant !== undefined && kind !== "step" && { variant }),
    ...((isProject || (location !== null && namesFile(start.name, location))) && { unnamed: true }),
  };
  return {
    key,
    id: null,
    uuid,
    writer,
    parentKey: parent?.key ?? null,
    testKey: kind === "step" && parent !== null ? executionOf(parent) : key,
    identity: kind === "item" ? identityOf(parent?.key ?? null, start) : null,
    kind,
    attempt: 0,
    isParent: false,
    finished: false,
    said: reported,
  };
}

/** Returns the execution to which steps of this parent belong. */
function executionOf(parent: Item): string {
  return parent.kind === "step" ? parent.testKey : parent.key;
}

/** Returns the titles from the outermost item to this one. */
export function titlesOf({ said }: Item): readonly string[] {
  return said.unnamed === true ? said.above : [...said.above, said.name];
}

/** Returns the identity of a test, which is the same for all its executions below one parent. */
export function identityOf(
  parentKey: string | null,
  { name, codeRef, testCaseId, uniqueId, parameters }: StartItem,
): string {
  return streamKey(JSON.stringify([parentKey, name, codeRef ?? testCaseId ?? uniqueId ?? null, parameters]));
}

/** End of an item, sent by its agent or implied by the end of its launch. */
export type ItemEnd = Omit<FinishItem, "launchUuid"> & Pick<ItemFields, "brokeOff">;

/** Returns the item after its end. Replaces the description and adds the attributes. */
export function finishedItem(item: Item, start: ItemEnd): Item {
  const { said } = item;
  return {
    ...item,
    finished: true,
    said: {
      ...said,
      endedAt: Math.max(start.endTime, said.startedAt),
      ...(start.status !== undefined && { status: start.status }),
      ...(start.testCaseId !== undefined && { testCaseId: start.testCaseId }),
      ...(start.description !== undefined && { description: start.description }),
      ...(start.attributes !== undefined && { attributes: joined(said.attributes, start.attributes) }),
      ...(start.issue !== undefined && { issue: start.issue }),
      ...(start.retry === true && { retried: true }),
      ...(start.brokeOff !== undefined && { brokeOff: start.brokeOff }),
    },
  };
}

export function joined(before: Attributes | undefined, added: Attributes): Attributes {
  const keyOf = ({ key = "", value = "" }: Attributes[number]) => JSON.stringify([key, value]);
  return [...new Map([...(before ?? []), ...added].map((attribute) => [keyOf(attribute), attribute])).values()].slice(
    0,
    limits.tagsPerTest,
  );
}
