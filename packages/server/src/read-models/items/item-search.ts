import { searchedText } from "@plumb/contract/text/search-words.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import type { MatchingItems } from "#store/items/item-lists.ts";
import { ReadModel } from "#read-models/read-model.ts";
import { keepLatest } from "#store/keep-latest.ts";

/** Items per statement, about ten megabytes. */
const atOnce = 20_000;
/** Maximum number of characters in memory over all projects. 100,000 items with a few sentences each have about forty million. */
const maxLength = 128_000_000;
/** Number of latest item and event ids to read again, because smaller ids may be committed later. */
const overlap = 5000;
/** Number of searches per project to cache until a text changes, because pages and sort orders of a list repeat the search. */
const maxSearches = 20;

/** Lower-case texts of a project's items. */
interface Texts {
  readonly ids: number[];
  readonly texts: string[];
  readonly places: Map<number, number>;
  length: number;
  lastId: number;
  /** `null` before the first read. */
  lastEvent: number | null;
  /** Recent events that were already processed. */
  heeded: Set<number>;
  readonly searches: Map<string, MatchingItems>;
}

export interface ItemSearch {
  /** `words` must contain at least one word, in lower case. */
  find(projectId: number, words: readonly string[]): Promise<MatchingItems>;
}

/** Searches the texts of items in memory, because each search in the database would read all of them. */
export function createItemSearch(): (db: Db) => ItemSearch {
  const texts = new ReadModel<[projectId: number], Texts>({
    maxWeight: maxLength,
    weigh: ({ length }) => length,
    async load(db, [projectId], before) {
      const value = before?.value ?? noTexts();
      await readChanged(db, projectId, value);
      await readNew(db, projectId, value);
      return { revision: null, value };
    },
  });
  return (db) => ({ find: async (projectId, words) => matching(await texts.read(db, projectId), words) });
}

function noTexts(): Texts {
  return {
    ids: [],
    texts: [],
    places: new Map(),
    length: 0,
    lastId: 0,
    lastEvent: null,
    heeded: new Set(),
    searches: new Map(),
  };
}

function matching(known: Texts, words: readonly string[]): MatchingItems {
  const key = words.join(" ");
  const before = known.searches.get(key);
  if (before !== undefined) return before;
  const { ids, texts, places } = known;
  const all = ids.length;
  // Longest word first, because it usually occurs in the fewest texts.
  const requested = words.toSorted((a, b) => b.length - a.length);
  const matches = new Uint8Array(all);
  let count = 0;
  for (const [index, text] of texts.entries()) {
    if (!requested.every((word) => text.includes(word))) continue;
    matches[index] = 1;
    count += 1;
  }
  const found: MatchingItems = {
    count,
    share: all === 0 ? 0 : count / all,
    has: (id) => matches[places.get(id) ?? -1] === 1,
    ids: () => ids.filter((_, index) => matches[index] === 1),
  };
  keepLatest(known.searches, key, found, maxSearches);
  return found;
}

async function readTexts(db: Db, projectId: number, ids: readonly number[], into: Texts): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ ids: number[] | null; texts: string[] | null }>`
    select json_agg(id order by id) as ids, json_agg(search_text order by id) as texts
      from annotation where project_id = ${projectId} and id = any(${numbers(ids)}::bigint[])
  `.execute(db);
  const texts = rows[0]?.texts ?? [];
  for (const [index, id] of (rows[0]?.ids ?? []).entries()) {
    const position = into.places.get(id) ?? into.ids.length;
    const text = searchedText(texts[index] ?? "");
    into.length += text.length - (into.texts[position]?.length ?? 0);
    into.places.set(id, position);
    into.ids[position] = id;
    into.texts[position] = text;
  }
  into.searches.clear();
}

/** Reads the texts of items that were edited, according to their events. */
async function readChanged(db: Db, projectId: number, texts: Texts): Promise<void> {
  const { rows } = await sql<{ last: number | null; events: number[] | null; items: number[] | null }>`
    select (select max(id) from annotation_event where project_id = ${projectId}) as last,
           json_agg(id) as events, json_agg(annotation_id) as items
      from annotation_event
     where project_id = ${projectId} and id > ${(texts.lastEvent ?? 0) - overlap} and ${texts.lastEvent !== null}
       and kind in ('edit', 'tags')
  `.execute(db);
  const { last = null, events = null, items = null } = rows[0] ?? {};
  const changed = new Set(items?.filter((_, index) => !texts.heeded.has(events?.[index] ?? 0)));
  texts.lastEvent = Math.max(texts.lastEvent ?? 0, last ?? 0);
  texts.heeded = new Set(events);
  // Items that are not known yet are read with the new ones.
  await readTexts(
    db,
    projectId,
    [...changed].filter((id) => texts.places.has(id)),
    texts,
  );
}

async function readNew(db: Db, projectId: number, texts: Texts): Promise<void> {
  for (let after = Math.max(0, texts.lastId - overlap); ;) {
    const { rows } = await sql<{ ids: number[] | null }>`
      select json_agg(id order by id) as ids
        from (select id from annotation where project_id = ${projectId} and id > ${after} order by id limit ${atOnce}) i
    `.execute(db);
    const ids = rows[0]?.ids ?? [];
    await readTexts(
      db,
      projectId,
      ids.filter((id) => !texts.places.has(id)),
      texts,
    );
    after = ids.at(-1) ?? after;
    texts.lastId = Math.max(texts.lastId, after);
    if (ids.length < atOnce) return;
  }
}
