import { randomUUID } from "node:crypto";
import { limits } from "@plumb/formats/limits.ts";
import { finishedItem, type Item, type ItemEnd, joined, startedItem } from "#ingest/sources/reportportal/items/item.ts";
import type { Level, Log } from "#ingest/sources/reportportal/logs/logs.ts";
import { itemNotAllowed, noItem } from "#ingest/sources/reportportal/refusals.ts";
import type { StartItem, Update } from "#ingest/sources/reportportal/requests.ts";
import { streamKey } from "#store/ingest/live-tests.ts";
import type { NewArtifact } from "#store/results/artifacts.ts";

/** A file from a log entry. Its content is already stored. */
export interface StoredFile extends Pick<NewArtifact, "blobHash" | "contentType" | "name" | "size"> {
  /** Reason for not storing its content; empty if it is stored. */
  readonly whyNot: string;
}

export interface LogEntry {
  /** Undefined for an entry of the launch. */
  readonly item: string | undefined;
  readonly time: number;
  readonly level: Level;
  readonly text: string;
  readonly file: StoredFile | undefined;
}

/** Change by a call. */
export type Operation =
  | {
      readonly kind: "start";
      /** Chosen by the client; undefined if the server generates it. */
      readonly uuid: string | undefined;
      readonly parent: string | undefined;
      readonly asked: StartItem;
      readonly call: string;
    }
  | { readonly kind: "finish"; readonly uuid: string; readonly body: ItemEnd }
  | { readonly kind: "update"; readonly uuid: string; readonly asked: Update }
  | { readonly kind: "logs"; readonly entries: readonly LogEntry[] };

export interface Done {
  /** Id of the item, or ids of the log entries in order. */
  readonly ids: readonly string[];
}

/** A file with its item; `null` for a file of the launch. */
export interface ItemFile {
  readonly item: Item | null;
  readonly file: StoredFile;
}

interface BoardDetails {
  readonly framework: string;
  readonly writer: number;
  readonly foreign: ReadonlySet<string>;
}

/** State of a launch after the calls of a batch: changed items, and events of their tests. */
export class LaunchState {
  readonly items = new Map<string, Item>();
  readonly changed = new Set<string>();
  /** Latest execution of each test, by identity. */
  readonly latest = new Map<string, Item>();
  /** Open items by the hash of their starting call, from processes that may no longer exist. */
  readonly unanswered = new Map<string, Item>();
  /** Keys of tests that have started and may be shown as running. */
  readonly running = new Set<string>();
  /** Keys of items that were recorded as running tests but have children. */
  readonly retracted = new Set<string>();
  /** Keys of first executions of tests with new information. */
  readonly deciding = new Set<string>();
  /** Keys of suites and hooks that ended, or for which data arrived after their end. */
  readonly closed = new Set<string>();
  /** By key of the execution, suite or hook. */
  readonly logs = new Map<string, Log[]>();
  readonly ofLaunch: Log[] = [];
  readonly files: ItemFile[] = [];

  readonly #framework: string;
  readonly #writer: number;
  /** Keys of items that belong to other launches. */
  readonly #foreign: ReadonlySet<string>;

  constructor({ framework, writer, foreign }: BoardDetails) {
    this.#framework = framework;
    this.#writer = writer;
    this.#foreign = foreign;
  }

  know(items: Iterable<Item>): void {
    for (const item of items) if (!this.items.has(item.key)) this.items.set(item.key, item);
  }

  /**
   * Applies an operation.
   *
   * @throws Refused if it is not possible.
   * @throws NotYet if it refers to an object that may still arrive. In this case, nothing has changed.
   */
  take(operation: Operation): Done {
    if (operation.kind === "start") return this.#start(operation);
    if (operation.kind === "finish") return this.#finish(operation.uuid, operation.body);
    if (operation.kind === "update") return this.#update(operation.uuid, operation.asked);
    return this.#log(operation.entries);
  }

  put(item: Item): void {
    this.items.set(item.key, item);
    this.changed.add(item.key);
    if (item.identity !== null && this.latest.get(item.identity)?.key === item.key)
      this.latest.set(item.identity, item);
  }

  /** Returns the execution, suite or hook that contains a step, or the item itself. */
  execution(item: Item): Item {
    return item.kind === "step" ? (this.items.get(item.testKey) ?? item) : item;
  }

  #item(uuid: string): Item {
    const item = this.items.get(streamKey(uuid));
    if (item === undefined) throw noItem(uuid);
    return item;
  }

  #start({ uuid, parent: parentUuid, asked, call }: Operation & { kind: "start" }): Done {
    const parent = parentUuid === undefined ? null : this.#item(parentUuid);
    const chosen = uuid ?? randomUUID();
    const key = streamKey(chosen);
    if (this.items.has(key)) return { ids: [chosen] };
    if (this.#foreign.has(key)) throw itemNotAllowed(`Another launch has an item '${chosen}'.`);
    const framework = this.#framework;
    const began = startedItem({ uuid: chosen, parent, start: asked, framework, writer: this.#writer, call });
    // A call is repeated if its process ended before it sent the response.
    const repeated = uuid === undefined ? this.unanswered.get(call) : undefined;
    if (repeated !== undefined) return { ids: [repeated.uuid] };
    const item = this.#retryOf(this.#fitted(began, parent), asked);
    if (parent !== null && item.kind === "item") this.#holds(parent);
    this.put(item);
    if (item.identity !== null) this.latest.set(item.identity, item);
    if (item.kind === "item" && item.said.type === "step" && item.attempt === 0) this.running.add(item.key);
    return { ids: [item.uuid] };
  }

  /** Items below a step or a hook are always steps. */
  #fitted(item: Item, parent: Item | null): Item {
    if (parent === null || parent.kind === "item" || item.kind === "step") return item;
    const testKey = parent.kind === "step" ? parent.testKey : parent.key;
    return { ...item, kind: "step", identity: null, testKey, said: { ...item.said, above: [] } };
  }

  #retryOf(item: Item, requested: StartItem): Item {
    const named = requested.retryOf ?? requested.retry_of;
    if (item.kind !== "item" || (named === undefined && requested.retry !== true)) return item;
    const before = named === undefined ? undefined : this.items.get(streamKey(named));
    const earlier = before ?? (item.identity === null ? undefined : this.latest.get(item.identity));
    if (earlier === undefined || earlier.kind !== "item" || earlier.isParent) return item;
    const latest = earlier.identity === null ? undefined : this.latest.get(earlier.identity);
    const last = latest?.testKey === earlier.testKey ? latest : earlier;
    return {
      ...item,
      testKey: earlier.testKey,
      identity: earlier.identity,
      attempt: Math.min(last.attempt + 1, 10 * limits.attemptsPerTest),
    };
  }

  /** Marks an item as a parent, which is not a test. */
  #holds(parent: Item): void {
    if (parent.isParent) return;
    if (parent.said.recorded === true)
      throw itemNotAllowed(`The item '${parent.uuid}' is a test that has been finished.`);
    this.put({ ...parent, isParent: true });
    if (!this.running.delete(parent.key) && parent.said.type === "step") this.retracted.add(parent.key);
  }

  #finish(uuid: string, requested: ItemEnd): Done {
    const item = this.#item(uuid);
    // A call whose response was lost is repeated; the first version counts.
    if (item.finished) return { ids: [uuid] };
    const ended = finishedItem(item, requested);
    this.put(ended);
    if (ended.kind === "step") return { ids: [uuid] };
    if (isTest(ended)) this.deciding.add(ended.testKey);
    else this.closed.add(ended.key);
    return { ids: [uuid] };
  }

  #update(uuid: string, { description, attributes, status }: Update): Done {
    const item = this.#item(uuid);
    const { said } = item;
    this.put({
      ...item,
      said: {
        ...said,
        ...(description !== undefined && { description }),
        ...(attributes !== undefined && { attributes: joined([], attributes) }),
        ...(status !== undefined && { status }),
      },
    });
    if (said.recorded === true) this.deciding.add(item.testKey);
    return { ids: [uuid] };
  }

  #log(entries: readonly LogEntry[]): Done {
    const items = entries.map(({ item }) => (item === undefined ? undefined : this.#item(item)));
    const ids = entries.map((entry, index) => {
      const item = items[index];
      if (item === undefined) this.#logOfLaunch(entry);
      else this.#logOf(item, entry);
      return randomUUID();
    });
    return { ids };
  }

  #logOfLaunch({ file, level, text, time }: LogEntry): void {
    if (file !== undefined) this.files.push({ item: null, file });
    if (text !== "") this.ofLaunch.push({ item: "", level, text, time });
  }

  #logOf(item: Item, { file, level, text, time }: LogEntry): void {
    const of = this.execution(item);
    if (file !== undefined) this.files.push({ item, file });
    if (text === "") return;
    const logs = this.logs.get(of.key) ?? [];
    this.logs.set(of.key, logs);
    logs.push({ item: item.key, time, level, text });
    if (!of.finished) return;
    if (of.said.recorded === true) this.deciding.add(of.testKey);
    else if (!isTest(of)) this.closed.add(of.key);
  }
}

/** Returns whether a finished item is a test: an item without child items. A suite is a test only if it was skipped as a whole. */
function isTest({ kind, isParent, said }: Item): boolean {
  if (kind !== "item" || isParent) return false;
  const isSuite = said.type === "suite" || said.type === "story";
  return !isSuite || (said.status !== undefined && /^(?:skipped|cancelled|stopped)$/.test(said.status));
}
