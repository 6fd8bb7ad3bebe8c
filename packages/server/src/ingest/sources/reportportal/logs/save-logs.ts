import type { Done, StoredFile, LogEntry, Operation } from "#ingest/sources/reportportal/launches/launch-state.ts";
import { levelOf } from "./logs.ts";
import { NotYet } from "#ingest/sources/reportportal/refusals.ts";
import type { SaveLog } from "#ingest/sources/reportportal/requests.ts";

/** Response for an entry: its id, or the reason why it was not stored. */
export type SavedLog = { readonly id: string } | { readonly errorCode: number; readonly message: string };

/** Entry that JavaScript agents log with each file. */
const onlyNamesFile = /^Attachment .* with type \S+$/;

export function entryOf(log: SaveLog, file: StoredFile | undefined): LogEntry {
  const { time, level, message = "" } = log;
  const text = file !== undefined && onlyNamesFile.test(message) ? "" : message;
  return { item: itemOf(log), time, level: levelOf(level), text, file };
}

export function itemOf({ itemUuid, item_id: older, itemId, testItemId }: SaveLog): string | undefined {
  return itemUuid ?? older ?? itemId ?? testItemId;
}

/**
 * Stores entries of one launch. Entries whose item never arrives are reported separately; the others are stored.
 *
 * @throws Refused if none can be stored.
 */
export async function saveEntries(
  entries: readonly LogEntry[],
  take: (operation: Operation, mayWait: boolean) => Promise<Done>,
): Promise<SavedLog[]> {
  try {
    const { ids } = await take({ kind: "logs", entries }, true);
    return ids.map((id) => ({ id }));
  } catch (error) {
    if (!(error instanceof NotYet) || entries.length < 2) throw error;
  }
  return Promise.all(
    entries.map(async (entry): Promise<SavedLog> => {
      try {
        const { ids } = await take({ kind: "logs", entries: [entry] }, false);
        return { id: ids[0] as string };
      } catch (error) {
        if (!(error instanceof NotYet)) throw error;
        return { errorCode: error.errorCode, message: error.message };
      }
    }),
  );
}
