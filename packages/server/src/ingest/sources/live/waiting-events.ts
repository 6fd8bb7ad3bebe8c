import type { EventOfTest } from "#ingest/record/assemble.ts";
import { type NamedTest, nameOf } from "#store/ingest/live-tests.ts";
import { type WaitingEvents, waitingEvents } from "#store/ingest/live-waiting.ts";
import { packEvents, unpackEvents } from "#store/ingest/packed-events.ts";
import type { Db } from "#store/db.ts";

/** Maximum number of tests in memory, and size of their events in bytes. */
const atOnce = { tests: 500, bytes: 4 * 1024 * 1024 };

/** Packs the events of an unfinished test for storage. */
export async function packWaiting(
  { sourceId, key }: NamedTest,
  events: readonly EventOfTest[],
): Promise<WaitingEvents> {
  return { sourceId, key, ...(await packEvents(events)) };
}

/**
 * Yields the waiting events of these tests in order of arrival. Reads a few tests at a time.
 *
 * @param sizes Waiting bytes by `nameOf`, without tests that have none.
 */
export async function* eachWaiting<Test extends NamedTest>(
  db: Db,
  projectId: number,
  tests: readonly Test[],
  sizes: ReadonlyMap<string, number>,
): AsyncGenerator<readonly [test: Test, events: readonly EventOfTest[]]> {
  let rows = new Map<string, WaitingEvents[]>();
  let next = 0;
  for (const [index, test] of tests.entries()) {
    if (index === next) {
      const some = tests.slice(index, index + countWithin(tests, index, sizes));
      next = index + some.length;
      const found = some.filter((one) => sizes.has(nameOf(one)));
      rows = Map.groupBy(await waitingEvents(db, projectId, found), nameOf);
    }
    yield [test, (rows.get(nameOf(test)) ?? []).flatMap(({ events }) => unpackEvents<EventOfTest>(events))];
  }
}

function countWithin(tests: readonly NamedTest[], from: number, sizes: ReadonlyMap<string, number>): number {
  let bytes = 0;
  let count = 0;
  for (const test of tests.slice(from, from + atOnce.tests)) {
    bytes += sizes.get(nameOf(test)) ?? 0;
    if (count > 0 && bytes > atOnce.bytes) break;
    count += 1;
  }
  return count;
}
