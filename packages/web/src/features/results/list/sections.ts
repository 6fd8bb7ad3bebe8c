import { type ResultGroup, withoutKey } from "@plumb/contract/runs/results.ts";

/** Section of the list: a group with its header, or the whole list without a header if `group` is `null`. */
export interface Section {
  readonly group: ResultGroup | null;
  readonly open: boolean;
  /** Index of its first entry, which is the header if it has one. */
  readonly start: number;
  /** Number of rows, even if the section is closed. */
  readonly total: number;
}

/** All headers and rows of the list as consecutive entries, each with an index. */
export interface Layout {
  readonly sections: readonly Section[];
  /** Number of all entries. */
  readonly count: number;
}

export interface Entry {
  readonly section: number;
  /** `null` for the header. */
  readonly row: number | null;
}

/** Returns the layout of a list without groups. */
export function flatLayout(total: number): Layout {
  return { sections: [{ group: null, open: true, start: 0, total }], count: total };
}

export function groupedLayout(groups: readonly ResultGroup[], isOpen: (key: string) => boolean): Layout {
  let count = 0;
  const sections = groups.map((group) => {
    const section = { group, open: isOpen(group.key), start: count, total: group.total };
    count += 1 + (section.open ? group.total : 0);
    return section;
  });
  return { sections, count };
}

/** Finds the entry at an index by binary search, because there may be thousands of groups. */
export function entryAt({ sections }: Layout, index: number): Entry {
  let low = 0;
  let high = sections.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sections[middle]?.start ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  const section = sections[low];
  const offset = index - (section?.start ?? 0);
  if (section?.group === null) return { section: low, row: offset };
  return { section: low, row: offset === 0 ? null : offset - 1 };
}

/**
 * Returns the index of the last group, except the one without a key, which stays at the end when more groups load. -1 if there
 * is none.
 */
export function lastGroup({ sections }: Layout): number {
  return sections.findLastIndex(({ group }) => group !== null && group.key !== withoutKey);
}

/** Returns whether a part of the section is among the entries `from` to `until` (inclusive). */
export function isSectionBetween(layout: Layout, section: number, from: number, until: number): boolean {
  if (until < from || layout.count === 0) return false;
  const last = Math.min(until, layout.count - 1);
  return section >= entryAt(layout, from).section && section <= entryAt(layout, last).section;
}

/** Returns the index of a section's row; `null` if the section is closed or has no such row. */
export function indexOfRow({ sections }: Layout, section: number, row: number): number | null {
  const found = sections[section];
  if (found === undefined || !found.open || row >= found.total) return null;
  return found.start + (found.group === null ? 0 : 1) + row;
}

/** Range of a section's rows that is loaded with a single request. */
export interface WindowRef {
  readonly section: number;
  readonly window: number;
}

/** Returns the windows that contain the entries `from` to `until` (inclusive). */
export function windowsBetween(layout: Layout, from: number, until: number, size: number): WindowRef[] {
  if (until < from || layout.count === 0) return [];
  const first = entryAt(layout, from);
  const last = entryAt(layout, Math.min(until, layout.count - 1));
  const windows: WindowRef[] = [];
  for (let section = first.section; section <= last.section; section += 1) {
    const { open, total } = layout.sections[section] ?? { open: false, total: 0 };
    if (!open || total === 0) continue;
    const top = section === first.section ? (first.row ?? 0) : 0;
    // If the last visible entry is a header, its rows are below the view.
    if (section === last.section && last.row === null) continue;
    const bottom = section === last.section ? (last.row ?? 0) : total - 1;
    for (let window = Math.floor(top / size); window <= Math.floor(bottom / size); window += 1)
      windows.push({ section, window });
  }
  return windows;
}
