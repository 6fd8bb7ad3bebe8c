import { randomUUID } from "node:crypto";
import { limits } from "@plumb/formats/limits.ts";
import { finishedItem, type Item, type ItemEnd, joined, startedItem } from "#ingest/sources/reportportal/items/item.ts";
import type { Level, Log } from "#ingest/sources/reportportal/logs/logs.ts";
import { itemNotAllowed, noItem } from "#ingest/sources/reportportal/refusals.ts";
import type { StartItem, Update } from "#ingest/sources/reportportal/requests.ts";
import { streamKey } from "#store/ingest/live-tests.ts";
import type { NewArtifact } from "#store/results/artifacts.ts";

/** A file that came with a log entry; its content is kept already. */
export interface KeptFile extends Pick<NewArtifact, "blobHash" | "contentType" | "name" | "size"> {
  /** Why its content was not kept; empty if it was. */
  readonly whyNot: string;
}

export interface LogEntry {
  /** Undefined: it is the launch's. */
  readonly item: string | undefined;
  readonly time: number;
  readonly level: Level;
  readonly text: string;
  readonly file: KeptFile | undefined;
}

/** Change by a call. */
export type Operation =
  | {
      readonly kind: "start";
      /** Chosen by the client; undefined: by us. */
      readonly uuid: string | undefined;
      readonly parent: string | undefined;
      readonly asked: StartItem;
      readonly call: string;
    }
  | { readonly kind: "finish"; readonly uuid: string; readonly asked: ItemEnd }
  | { readonly kind: "update"; readonly uuid: string; readonly asked: Update }
  | { readonly kind: "logs"; readonly entries: readonly LogEntry[] };

/** Result of a call. */
export interface Done {
  /** The item's id; of log entries theirs, in their order. */
  readonly ids: readonly string[];
}

/** A file with the item that it came for; null: it is the launch's. */
export interface ItemFile {
  readonly item: Item | null;
  readonly file: KeptFile;
}

interface BoardFacts {
  readonly framework: string;
  readonly writer: number;
  readonly foreign: ReadonlySet<string>;
}

/** State after the calls of a batch: current items, and events of their tests. */
export class Board {
  readonly items = new Map<string, Item>();
  readonly changed = new Set<string>();
  /** The latest execution of each test by its identity. */
  readonly latest = new Map<string, Item>();
  /** Items that are open, by the calls that began them at processes which may be gone. */
  readonly unanswered = new Map<string, Item>();
  /** Tests that began and may be shown as running. */
  readonly running = new Set<string>();
  /** An item that was recorded as a test has children. */
  readonly retracted = new Set<string>();
  /** Tests, by their first execution, of which more is known now. */
  readonly deciding = new Set<string>();
  /** Suites and hooks that ended, or of which something came after their end. */
  readonly closed = new Set<string>();
  /** By the execution, suite or hook that they belong to. */
  readonly logs = new Map<string, Log[]>();
  readonly ofLaunch: Log[] = [];
  readonly files: ItemFile[] = [];

  readonly #framework: string;
  readonly #writer: number;
  /** Keys that items of other launches have. */
  readonly #foreign: ReadonlySet<string>;

  constructor({ framework, writer, foreign }: BoardFacts) {
    this.#framework = framework;
    this.#writer = writer;
    this.#foreign = foreign;
  }

  know(items: Iterable<Item>): void {
    for (const item of items) if (!this.items.has(item.key)) this.items.set(item.key, item);
  }

  /** @throws Refused where it cannot be done, NotYet where what it names may still come. Nothing is changed then. */
  take(operation: Operation): Done {
    if (operation.kind === "start") return this.#start(operation);
    if (operation.kind === "finish") return this.#finish(operation.uuid, operation.asked);
    if (operation.kind === "update") return this.#update(operation.uuid, operation.asked);
    return this.#log(operation.entries);
  }

  put(item: Item): void {
    this.items.set(item.key, item);
    this.changed.add(item.key);
    if (item.identity !== null && this.latest.get(item.identity)?.key === item.key)
      this.latest.set(item.identity, item);
  }

  /** The execution, suite or hook that an item is, or is a step of. */
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
    const began = startedItem({ uuid: chosen, parent, asked, framework, writer: this.#writer, call });
    // A call that comes again because the process that took it is gone and did not answer.
    const repeated = uuid === undefined ? this.unanswered.get(call) : undefined;
    if (repeated !== undefined) return { ids: [repeated.uuid] };
    const item = this.#retryOf(this.#fitted(began, parent), asked);
    if (parent !== null && item.kind === "item") this.#holds(parent);
    this.put(item);
    if (item.identity !== null) this.latest.set(item.identity, item);
    if (item.kind === "item" && item.said.type === "step" && item.attempt === 0) this.running.add(item.key);
    return { ids: [item.uuid] };
  }

  /** Below a step or a hook there are steps only. */
  #fitted(item: Item, parent: Item | null): Item {
    if (parent === null || parent.kind === "item" || item.kind === "step") return item;
    const testKey = parent.kind === "step" ? parent.testKey : parent.key;
    return { ...item, kind: "step", identity: null, testKey, said: { ...item.said, above: [] } };
  }

  #retryOf(item: Item, asked: StartItem): Item {
    const named = asked.retryOf ?? asked.retry_of;
    if (item.kind !== "item" || (named === undefined && asked.retry !== true)) return item;
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

  /** It has children that count, so it is not a test. */
  #holds(parent: Item): void {
    if (parent.isParent) return;
    if (parent.said.recorded === true)
      throw itemNotAllowed(`The item '${parent.uuid}' is a test that has been finished.`);
    this.put({ ...parent, isParent: true });
    if (!this.running.delete(parent.key) && parent.said.type === "step") this.retracted.add(parent.key);
  }

  #finish(uuid: string, asked: ItemEnd): Done {
    const item = this.#item(uuid);
    // A call that lost its response is repeated; the first version counts.
    if (item.finished) return { ids: [uuid] };
    const ended = finishedItem(item, asked);
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

/** A test, by how it ended: whatever counts and has nothing that counts below it. A suite is one only where it was skipped whole. */
function isTest({ kind, isParent, said }: Item): boolean {
  if (kind !== "item" || isParent) return false;
  const isSuite = said.type === "suite" || said.type === "story";
  return !isSuite || (said.status !== undefined && /^(?:skipped|cancelled|stopped)$/.test(said.status));
}
