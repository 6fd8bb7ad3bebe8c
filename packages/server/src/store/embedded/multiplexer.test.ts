import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { Multiplexer } from "./multiplexer.ts";

function query(sql: string): Buffer {
  const bytes = Buffer.alloc(5 + sql.length);
  bytes.write("Q", 0);
  bytes.writeUInt32BE(4 + sql.length, 1);
  bytes.write(sql, 5);
  return bytes;
}

const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const startup = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]);

/** Waits until the multiplexer has served all waiting clients. */
async function settle(): Promise<void> {
  for (let count = 0; count < 20; count += 1) await turn();
}

/** Clients with a lower priority. All other clients are users. */
const reporter = 3;
const job = 4;
const rankOf = (id: number) => (id === reporter ? "reports" : id === job ? "jobs" : "people");

/** Creates a multiplexer with a backend that records what it executes and understands `begin`, `commit` and `rollback`. */
function recordingMultiplexer() {
  const executed: string[] = [];
  let open = false;
  let dead = false;
  const multiplexer = new Multiplexer({
    execute(unit, onData) {
      if (!dead) onData(ready);
      const sql = Buffer.from(unit).subarray(5).toString().replaceAll("\0", "");
      if (unit[0] !== 0x51) return;
      executed.push(sql);
      if (sql === "die") dead = true;
      if (sql === "begin") open = true;
      if (sql === "commit" || sql === "rollback") open = false;
    },
    inTransaction: () => open,
    fail: () => executed.push("failed"),
  });
  for (const id of [1, 2, reporter, job]) {
    multiplexer.open(id, () => undefined, rankOf(id));
    multiplexer.receive(id, startup);
  }
  return { multiplexer, executed };
}

test("statements of a transaction are not interleaved", async () => {
  const { multiplexer, executed } = recordingMultiplexer();
  multiplexer.receive(1, query("begin"));
  await settle();
  multiplexer.receive(2, query("other"));
  await settle();
  multiplexer.receive(1, query("write"));
  multiplexer.receive(1, query("commit"));
  await settle();
  expect(executed).toEqual(["begin", "write", "commit", "other"]);
});

test("rolls back a client that disconnects in the middle of its transaction, and serves the next one", async () => {
  const { multiplexer, executed } = recordingMultiplexer();
  multiplexer.receive(1, query("begin"));
  await settle();
  multiplexer.receive(2, query("other"));
  multiplexer.close(1);
  await settle();
  expect(executed).toEqual(["begin", "rollback", "other"]);
});

test.each([
  ["reports let people by", 1, reporter],
  ["jobs let people by", 1, job],
  ["jobs let reports by", reporter, job],
])("%s, wait for no more than eight of them, and end their transactions", async (_, first, later) => {
  const { multiplexer, executed } = recordingMultiplexer();
  const before = Array.from({ length: 10 }, (_each, at) => `before ${at + 1}`);
  await settle();
  multiplexer.receive(later, query("begin"));
  for (const sql of ["write", "commit", "last"]) multiplexer.receive(later, query(sql));
  for (const sql of before) multiplexer.receive(first, query(sql));
  await settle();
  await settle();
  expect(executed).toEqual([...before.slice(0, 8), "begin", "write", "commit", ...before.slice(8), "last"]);
});

test("serves users before reports and reports before jobs, in any order of arrival", async () => {
  const { multiplexer, executed } = recordingMultiplexer();
  await settle();
  multiplexer.receive(job, query("count"));
  multiplexer.receive(reporter, query("write"));
  multiplexer.receive(1, query("read"));
  await settle();
  expect(executed).toEqual(["read", "write", "count"]);
});

test("a response without an end means that the database died, and nothing more is sent", async () => {
  const { multiplexer, executed } = recordingMultiplexer();
  multiplexer.receive(1, query("die"));
  multiplexer.receive(1, query("more"));
  multiplexer.receive(2, query("other"));
  await settle();
  expect(executed).toEqual(["die", "more", "failed"]);
});
