import type { Icon } from "@tabler/icons-react";
import { matchScore, searchable } from "./match-score.ts";

/** Something that can be chosen. */
export interface Entry {
  /** Unique within its section. */
  readonly id: string;
  readonly label: string;
  readonly icon: Icon;
  /** Distinguishes entries with one name. */
  readonly detail?: string | undefined;
  /** Other words that people may look for. */
  readonly keywords?: string | undefined;
  /** The current one. */
  readonly current?: boolean;
  readonly run: () => void;
}

export interface Section {
  readonly title: string;
  readonly kind: "projects" | "commands";
  readonly entries: readonly Entry[];
  /** A section of shortcuts to entries of others: left out while a search finds those. */
  readonly repeats?: boolean;
  /** Its entries were looked for already, and are in their order. */
  readonly found?: boolean;
}

export type Row =
  | { readonly kind: "title"; readonly key: string; readonly title: string }
  | {
      readonly kind: "entry";
      readonly key: string;
      readonly entry: Entry;
      readonly section: string;
      /** Counted over all entries, from 0. */
      readonly place: number;
    };

/** An entry's text is prepared once, not for each key that is pressed. */
const prepared = new WeakMap<Entry, string>();

function textOf(entry: Entry): string {
  const known = prepared.get(entry) ?? searchable(`${entry.label} ${entry.keywords ?? ""}`);
  prepared.set(entry, known);
  return known;
}

/** What the palette lists for what was typed: titles and entries, best match first. A leading `>` asks for commands only. */
export function paletteRows(sections: readonly Section[], typed: string): Row[] {
  const commandsOnly = typed.trimStart().startsWith(">");
  const wanted = searchable(typed.trimStart().replace(/^>/, ""));
  let place = 0;
  return sections.flatMap((section): Row[] => {
    if (commandsOnly && section.kind !== "commands") return [];
    if (section.repeats === true && wanted !== "") return [];
    const entries = section.found === true ? section.entries : matchingEntries(section, wanted);
    if (entries.length === 0) return [];
    const { title } = section;
    const rows = entries.map((entry): Row => {
      place += 1;
      return { kind: "entry", key: `${title}/${entry.id}`, entry, section: title, place: place - 1 };
    });
    return [{ kind: "title", key: title, title }, ...rows];
  });
}

function matchingEntries({ entries }: Section, wanted: string): Entry[] {
  return entries
    .map((entry) => ({ entry, score: matchScore(textOf(entry), wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}
