import { pino } from "pino";
import { expect, inject, test } from "vitest";
import { createTestDatabase, countRows, runStatement } from "#testing/database.ts";
import { swallowListen } from "#testing/swallow-listen.ts";
import { createBus, type Message } from "./bus.ts";
import { connectReplicas } from "./replica-bus.ts";

// The embedded database belongs to one process, so it has no replicas.
const hasReplicas = inject("databaseTemplate").kind === "postgres";

const log = pino({ level: "silent" });
const clock = () => new Date();
const settings = { secret: "a secret for tests", version: "1.0.0" };
const common = { clock, settings };

/** Creates two replicas on one database, with what each received. */
async function replicas() {
  await using scope = new AsyncDisposableStack();
  const database = scope.use(await createTestDatabase());
  const create = async (id: number) => {
    const bus = createBus(log);
    const received: Message[] = [];
    bus.subscribe((message) => void received.push(message));
    scope.use(await connectReplicas({ ...common, db: database.db, bus, log, id }));
    return { bus, received };
  };
  const first = await create(1);
  const second = await create(2);
  const resources = scope.move();
  return { database, first, second, [Symbol.asyncDispose]: () => resources[Symbol.asyncDispose]() };
}

function updated(reportId: number, tests: readonly number[] = []): Message {
  return { about: "run", change: "updated", projectId: 1, reportId, tests };
}

test.runIf(hasReplicas)("messages arrive at each replica once, in their order", async () => {
  await using pair = await replicas();
  const messages = Array.from({ length: 500 }, (_, index) => updated(index, [index]));
  for (const message of messages) pair.first.bus.publish(message);
  pair.second.bus.publish({ about: "notifications", userId: 7 });
  await expect.poll(() => pair.second.received.length).toBe(501);
  await expect.poll(() => pair.first.received.length).toBe(501);
  expect(pair.second.received.filter(({ about }) => about === "run")).toEqual(messages);
  expect(pair.first.received.filter(({ about }) => about === "run")).toEqual(messages);
});

test.runIf(hasReplicas)(
  "a message that is too long for a notification arrives, too, and keeps its position",
  async () => {
    await using pair = await replicas();
    const long = updated(
      2,
      Array.from({ length: 5000 }, (_, index) => 1_000_000 + index),
    );
    for (const message of [updated(1), long, updated(3)]) pair.first.bus.publish(message);
    await expect.poll(() => pair.second.received).toEqual([updated(1), long, updated(3)]);
    expect(await countRows(pair.database.db, "replica_message")).toBe(1);

    // Old ones are deleted with the next.
    await runStatement(pair.database.db, "update replica_message set created_at = created_at - interval '1 hour'");
    pair.second.bus.publish(long);
    await expect.poll(() => pair.first.received.length).toBe(4);
    expect(await countRows(pair.database.db, "replica_message")).toBe(1);
  },
);

test.runIf(hasReplicas)("a replica learns that it may have missed messages after its connection was lost", async () => {
  await using pair = await replicas();
  await runStatement(
    pair.database.db,
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'",
  );
  await expect.poll(() => pair.first.received).toContainEqual({ about: "missed" });
  await expect.poll(() => pair.second.received).toContainEqual({ about: "missed" });

  pair.first.bus.publish({ about: "jobs" });
  await expect.poll(() => pair.second.received.at(-1)).toEqual({ about: "jobs" });
});

test.runIf(hasReplicas)("other replicas learn that messages were lost while the database refused them", async () => {
  await using pair = await replicas();
  const long = updated(
    1,
    Array.from({ length: 5000 }, (_, index) => index),
  );
  await runStatement(pair.database.db, "alter table replica_message rename to replica_message_away");
  try {
    pair.first.bus.publish(long);
    await expect.poll(() => pair.second.received).toEqual([{ about: "missed" }]);
  } finally {
    await runStatement(pair.database.db, "alter table replica_message_away rename to replica_message");
  }
  pair.first.bus.publish({ about: "jobs" });
  await expect.poll(() => pair.second.received).toEqual([{ about: "missed" }, { about: "jobs" }]);
});

test.runIf(hasReplicas)("messages that were published just before a replica stops are sent", async () => {
  await using database = await createTestDatabase();
  const received: Message[] = [];
  const bus = createBus(log);
  bus.subscribe((message) => void received.push(message));
  await using _ = await connectReplicas({ ...common, db: database.db, bus, log, id: 1 });
  {
    const stopping = createBus(log);
    await using __ = await connectReplicas({ ...common, db: database.db, bus: stopping, log, id: 2 });
    stopping.publish({ about: "failures", projectId: 4 });
  }
  await expect.poll(() => received).toEqual([{ about: "failures", projectId: 4 }]);
});

test.runIf(hasReplicas)("a pooler of transactions, which swallows the listening, is reported", async () => {
  await using database = await createTestDatabase();
  using _ = swallowListen();
  const lines: string[] = [];
  const warnings = pino({}, { write: (line: string) => void lines.push(line) });
  await using __ = await connectReplicas({
    ...common,
    db: database.db,
    bus: createBus(log),
    log: warnings,
    id: 1,
    probeMs: 500,
  });
  await expect.poll(() => lines.join()).toContain("must pool sessions, not transactions");
});

test.runIf(hasReplicas)("nothing is reported if messages are delivered", async () => {
  const lines: string[] = [];
  {
    await using database = await createTestDatabase();
    const warnings = pino({}, { write: (line: string) => void lines.push(line) });
    const bus = createBus(log);
    await using _ = await connectReplicas({ ...common, db: database.db, bus, log: warnings, id: 1 });
    const other = createBus(log);
    const received: Message[] = [];
    other.subscribe((message) => void received.push(message));
    await using __ = await connectReplicas({ ...common, db: database.db, bus: other, log: warnings, id: 2 });
    bus.publish({ about: "jobs" });
    await expect.poll(() => received).toEqual([{ about: "jobs" }]);
  }
  expect(lines).toEqual([]);
});

const fast = () => new Date(Date.now() + 60_000);

/** Connects two replicas and returns what each of them logs. */
async function warningsOf(
  first: Partial<typeof common>,
  second: Partial<typeof common>,
): Promise<[string[], string[]]> {
  const lines: [string[], string[]] = [[], []];
  await using database = await createTestDatabase();
  await using connected = new AsyncDisposableStack();
  const buses = [first, second].map(() => createBus(log));
  for (const [index, own] of [first, second].entries()) {
    const warnings = pino(
      {},
      { write: (line: string) => void lines[index]?.push((JSON.parse(line) as { msg: string }).msg) },
    );
    connected.use(
      await connectReplicas({
        ...common,
        ...own,
        db: database.db,
        bus: buses[index] as (typeof buses)[0],
        log: warnings,
        id: index + 1,
      }),
    );
  }
  await expect.poll(() => lines.every((of) => of.length > 0)).toBe(true);
  return lines;
}

test.runIf(hasReplicas)("replicas with different secrets, versions and clocks log it, each once", async () => {
  const [first, second] = await warningsOf({}, { settings: { ...settings, secret: "another secret of tests" } });
  for (const lines of [first, second]) expect(lines).toEqual([expect.stringContaining("different PLUMB_SECRET")]);

  const versions = await warningsOf({}, { settings: { ...settings, version: "1.1.0" } });
  expect(versions).toEqual([
    [expect.stringContaining("has version 1.1.0, and this one has 1.0.0")],
    [expect.stringContaining("has version 1.0.0, and this one has 1.1.0")],
  ]);

  const clocks = await warningsOf({}, { clock: fast });
  for (const lines of clocks) expect(lines).toEqual([expect.stringMatching(/differs by (59|60|61) seconds/)]);
});
