import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompressSync } from "node:zlib";
import type { EventOfTest } from "#ingest/record/assemble.ts";
import { type WaitingEvents, waitingEvents } from "#store/ingest/live-tests.ts";
import type { Db } from "#store/db.ts";
import type { BatchTarget } from "#store/ingest/recording.ts";

const compress = promisify(zstdCompress);

/** Tests whose waiting events are in memory at once. */
const testsAtOnce = 50;

/** Events of one test, as they wait in the store until the test is decided. */
export async function packWaiting(key: string, events: readonly EventOfTest[]): Promise<WaitingEvents> {
  const text = JSON.stringify(events);
  const packed = await compress(text, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  return { key, bytes: text.length, events: packed };
}

/** What waits for each of these tests, a few of them at a time, in the order in which it came. */
export async function* eachWaiting(
  db: Db,
  target: BatchTarget,
  keys: readonly string[],
): AsyncGenerator<readonly [key: string, events: readonly EventOfTest[]]> {
  for (let from = 0; from < keys.length; from += testsAtOnce) {
    const some = keys.slice(from, from + testsAtOnce);
    const rows = Map.groupBy(await waitingEvents(db, target, some), ({ key }) => key);
    for (const key of some)
      yield [
        key,
        (rows.get(key) ?? []).flatMap(
          ({ events }) => JSON.parse(zstdDecompressSync(events).toString()) as EventOfTest[],
        ),
      ];
  }
}
