import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import type { Db } from "#store/db.ts";
import { listenToReplicas, maxPayloadBytes, notifyReplicas } from "#store/replica-messages.ts";
import type { Bus, Message } from "./bus.ts";
import { type Introduction, introduction, type ReplicaSettings, reportDifferences } from "./replica-settings.ts";

/** Messages are sent together, because each notification takes a lock of the whole database. */
const batchMs = 10;
const retryMs = 1000;
/** If the database is unreachable, later messages are dropped, and the other replicas learn that they missed some. */
const maxQueued = 10_000;
const noDelivery =
  "The database does not deliver messages between servers, so that pages do not update when another server changes data. A connection pooler between them must pool sessions, not transactions.";

/** A text that a replica sends. */
interface Envelope {
  /** Id of the sending process. */
  readonly from: number;
  readonly messages: readonly Message[];
  /** Sent when a replica connects, and by each other one in response. */
  readonly introduction?: Introduction;
}

interface Input {
  readonly db: Db;
  readonly bus: Bus;
  readonly log: Logger;
  /** Id of this process. */
  readonly id: number;
  readonly clock: () => Date;
  readonly settings: ReplicaSettings;
  /** Time after which this process should have received its own first message. */
  readonly probeMs?: number;
}

/**
 * Connects the bus of this process to the buses of the other replicas, over `LISTEN` and `NOTIFY` of their database. If messages may have been lost,
 * it publishes `missed`.
 */
export async function connectReplicas(input: Input): Promise<AsyncDisposable> {
  const { db, bus, log, id, probeMs = 10_000 } = input;
  const stopped = new AbortController();
  /** Messages of other replicas, which must not be sent again. */
  const received = new WeakSet<Message>();
  const outgoing = createOutgoing({ db, log, id });
  const publishHere = (message: Message) => {
    received.add(message);
    bus.publish(message);
  };
  const unsubscribe = bus.subscribe((message) => {
    if (!received.has(message)) outgoing.add(message);
  });
  const first = Promise.withResolvers<void>();
  const own = Promise.withResolvers<"received">();
  const introductions = createIntroductions(input);
  const listening = listenUntil(stopped.signal, {
    db,
    log,
    first,
    receive(body) {
      const { from, messages, introduction: other } = JSON.parse(body) as Envelope;
      if (from === id) return own.resolve("received");
      for (const message of messages) publishHere(message);
      if (other !== undefined) void introductions.receive(from, other);
    },
    missed: () => publishHere({ about: "missed" }),
  });
  await first.promise;
  // The first message, which this process receives, too.
  void introductions.send(null);
  const silent = setTimeout(probeMs, "silent" as const, { ref: false, signal: stopped.signal }).catch(
    () => "stopped" as const,
  );
  void Promise.race([own.promise, silent]).then((outcome) => {
    if (outcome === "silent") log.warn(noDelivery);
  });
  return {
    async [Symbol.asyncDispose]() {
      unsubscribe();
      await outgoing.close();
      stopped.abort();
      await listening;
    },
  };
}

/** Compares this process with other replicas when either side connects, and logs the differences. */
function createIntroductions({ db, log, id, clock, settings }: Input) {
  const send = async (to: number | null) => {
    try {
      const own = await introduction(db, settings, clock, to);
      const envelope: Envelope = { from: id, messages: [], introduction: own };
      await notifyReplicas(db, [JSON.stringify(envelope)]);
      return own;
    } catch (error) {
      log.warn({ err: error }, "messages to the other replicas were lost");
      return null;
    }
  };
  const known = new Set<number>();
  return {
    send,
    async receive(from: number, other: Introduction): Promise<void> {
      if (other.to !== null && other.to !== id) return;
      const own = await (other.to === null ? send(from) : introduction(db, settings, clock, from).catch(() => null));
      // Two that connect at the same time receive an introduction and a response.
      if (own === null || known.has(from)) return;
      known.add(from);
      reportDifferences(log, own, other);
    },
  };
}

interface Listener {
  readonly db: Db;
  readonly log: Logger;
  /** Settled by the first attempt. */
  readonly first: PromiseWithResolvers<void>;
  readonly receive: (body: string) => void;
  readonly missed: () => void;
}

/** Listens again whenever the connection breaks. */
async function listenUntil(stopped: AbortSignal, { db, log, first, receive, missed }: Listener): Promise<void> {
  let wasListening = false;
  while (!stopped.aborted) {
    try {
      await listenToReplicas(db, {
        stopped,
        onBody: receive,
        onListening() {
          if (wasListening) missed();
          wasListening = true;
          first.resolve();
        },
      });
    } catch (error) {
      if (!wasListening) return first.reject(error);
      log.warn({ err: error }, "the connection to the other replicas was lost");
      await setTimeout(retryMs, undefined, { signal: stopped, ref: false }).catch(() => undefined);
    }
  }
}

/** Sends messages in their order. */
function createOutgoing({ db, log, id }: Pick<Input, "db" | "log" | "id">) {
  let queue: Message[] = [];
  let sending: Promise<void> | null = null;
  let isClosing = false;

  const sendAll = async () => {
    while (queue.length > 0) {
      if (!isClosing) await setTimeout(batchMs);
      const messages = queue;
      queue = [];
      try {
        await notifyReplicas(db, bodiesOf(id, messages));
      } catch (error) {
        log.warn({ err: error }, "messages to the other replicas were lost");
        if (isClosing) return;
        queue = [{ about: "missed" }, ...queue];
        await setTimeout(retryMs);
      }
    }
  };

  const start = () => {
    sending ??= sendAll().finally(() => (sending = null));
  };

  return {
    add(message: Message) {
      if (queue.length >= maxQueued) queue = [{ about: "missed" }];
      queue.push(message);
      start();
    },
    /** Sends what is queued, if the database is reachable. */
    async close() {
      isClosing = true;
      await sending;
    },
  };
}

/** Returns texts of several messages each that fit into a notification. A single longer message has its own. */
function bodiesOf(id: number, messages: readonly Message[]): string[] {
  const bodies: string[] = [];
  let texts: string[] = [];
  let bytes = 0;
  const end = () => {
    if (texts.length > 0) bodies.push(`{"from":${id},"messages":[${texts.join()}]}`);
    texts = [];
    bytes = 40;
  };
  for (const message of messages) {
    const text = JSON.stringify(message);
    if (bytes + Buffer.byteLength(text) >= maxPayloadBytes) end();
    texts.push(text);
    bytes += Buffer.byteLength(text) + 1;
  }
  end();
  return bodies;
}
