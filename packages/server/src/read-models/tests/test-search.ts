import { searchedText } from "@plumb/contract/text/search-words.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { ReadModel } from "#read-models/read-model.ts";

/** Tests per statement, about ten megabytes. */
const atOnce = 100_000;
/** Maximum size of texts in memory over all projects. A million tests take about 100 MB. */
const maxBytes = 256 * 1024 * 1024;
/** Maximum number of matches, newest tests first. */
export const maxMatches = 1000;
/** Number of latest ids to read again, because tests with smaller ids may be committed later. */
const overlap = 5000;

const lineEnd = 10;

/** Texts of a project's tests, one per line, in one buffer: searching a hundred megabytes takes a few milliseconds. */
interface Texts {
  bytes: Buffer;
  length: number;
  /** Per line: the test id, and the end of the line in bytes. */
  readonly ids: number[];
  readonly ends: number[];
  lastId: number;
  /** Ids of recent tests, which may be read again. */
  recent: Set<number>;
}

export interface TestSearch {
  /** Returns up to 1,000 tests that contain all words, newest first. There must be at least one word, in lower case. */
  find(projectId: number, words: readonly string[]): Promise<number[]>;
}

export function createTestSearch(): (db: Db) => TestSearch {
  const texts = new ReadModel<[projectId: number], Texts>({
    maxWeight: maxBytes,
    weigh: ({ bytes }) => bytes.length,
    async load(db, [projectId], before) {
      const value = before?.value ?? noTexts();
      await readNew(db, projectId, value);
      return { revision: null, value };
    },
  });
  return (db) => ({ find: async (projectId, words) => matching(await texts.read(db, projectId), words) });
}

function noTexts(): Texts {
  return { bytes: Buffer.alloc(0), length: 0, ids: [], ends: [], lastId: 0, recent: new Set() };
}

async function readNew(db: Db, projectId: number, texts: Texts): Promise<void> {
  for (let after = Math.max(0, texts.lastId - overlap); ;) {
    const { rows } = await sql<{ ids: number[] | null; texts: string | null }>`
      select json_agg(id order by id) as ids, string_agg(replace(search_text, chr(10), ' '), chr(10) order by id) as texts
        from (select id, search_text from test where project_id = ${projectId} and id > ${after} order by id limit ${atOnce}) t
    `.execute(db);
    const ids = rows[0]?.ids ?? [];
    const lines = searchedText(rows[0]?.texts ?? "").split("\n");
    for (const [index, id] of ids.entries()) if (!texts.recent.has(id)) put(texts, id, lines[index] ?? "");
    after = ids.at(-1) ?? after;
    texts.lastId = Math.max(texts.lastId, after);
    texts.recent = new Set(texts.ids.slice(-2 * overlap).filter((id) => id > texts.lastId - overlap));
    if (ids.length < atOnce) return;
  }
}

function put(texts: Texts, id: number, line: string): void {
  const size = Buffer.byteLength(line) + 1;
  if (texts.length + size > texts.bytes.length) {
    const larger = Buffer.alloc(Math.max(64 * 1024, Math.ceil((texts.length + size) * 1.5)));
    texts.bytes.copy(larger, 0, 0, texts.length);
    texts.bytes = larger;
  }
  texts.length += texts.bytes.write(line, texts.length);
  texts.bytes[texts.length] = lineEnd;
  texts.length += 1;
  texts.ids.push(id);
  texts.ends.push(texts.length);
}

/**
 * Searches from the end. Each word reports its next line, and the search continues at the farthest, so the rarest
 * word determines the number of steps.
 */
function matching({ bytes, length, ids, ends }: Texts, words: readonly string[]): number[] {
  const requested = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => Buffer.from(word.replaceAll("\n", " ")));
  const text = bytes.subarray(0, length);
  const found: number[] = [];
  /** End of the part that is not searched yet. */
  let end = length;
  for (let agreed = 0, slot = 0, line = ids.length; end > 0; slot = (slot + 1) % requested.length) {
    const at = text.lastIndexOf(requested[slot] as Buffer, end - 1);
    if (at === -1) return found;
    const own = lineAt(ends, at);
    agreed = own === line ? agreed + 1 : 1;
    line = own;
    end = ends[line] as number;
    if (agreed < requested.length) continue;
    found.push(ids[line] as number);
    if (found.length === maxMatches || line === 0) return found;
    end = ends[line - 1] as number;
    agreed = 0;
  }
  return found;
}

/** Returns the index of the line that contains a byte: the first line that ends after it. */
function lineAt(ends: readonly number[], at: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] as number) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
