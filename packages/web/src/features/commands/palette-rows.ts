import type { Icon } from "@tabler/icons-react";
import { matchScore, searchable } from "./match-score.ts";

/** Entry that users can select. */
export interface Entry {
  /** Unique within its section. */
  readonly id: string;
  readonly label: string;
  readonly icon: Icon;
  /** Distinguishes entries with the same name. */
  readonly detail?: string | undefined;
  /** Additional search words. */
  readonly keywords?: string | undefined;
  /** Whether it is the current project. */
  readonly current?: boolean;
  readonly run: () => void;
}

export interface Section {
  readonly title: string;
  readonly kind: "projects" | "commands";
  readonly entries: readonly Entry[];
  /** Whether the section repeats entries of other sections. It is omitted during a search, which finds the originals. */
  readonly repeats?: boolean;
  /** Whether the entries are already search results in the right order. */
  readonly found?: boolean;
  /** Whether the entries stay visible below the scrolling list. They have no title. */
  readonly pinned?: boolean;
}

export type Row =
  | { readonly kind: "title"; readonly key: string; readonly title: string }
  | {
      readonly kind: "entry";
      readonly key: string;
      readonly entry: Entry;
      readonly section: string;
      /** Position among all entries, from 0. */
      readonly place: number;
      readonly pinned: boolean;
    };

/** Prepares the text of an entry once instead of for each key press. */
const prepared = new WeakMap<Entry, string>();

function textOf(entry: Entry): string {
  const known = prepared.get(entry) ?? searchable(`${entry.label} ${entry.keywords ?? ""}`);
  prepared.set(entry, known);
  return known;
}

/** Returns titles and entries for the typed text, best match first. A leading `>` limits the list to commands. */
export function paletteRows(sections: readonly Section[], typed: string): Row[] {
  const commandsOnly = typed.trimStart().startsWith(">");
  const requested = searchable(typed.trimStart().replace(/^>/, ""));
  let index = 0;
  return sections.flatMap((section): Row[] => {
    if (commandsOnly && section.kind !== "commands") return [];
    if (section.repeats === true && requested !== "") return [];
    const entries = section.found === true ? section.entries : matchingEntries(section, requested);
    if (entries.length === 0) return [];
    const { title, pinned = false } = section;
    const rows = entries.map((entry): Row => {
      index += 1;
      return { kind: "entry", key: `${title}/${entry.id}`, entry, section: title, place: index - 1, pinned };
    });
    return pinned ? rows : [{ kind: "title", key: title, title }, ...rows];
  });
}

function matchingEntries({ entries }: Section, requested: string): Entry[] {
  return entries
    .map((entry) => ({ entry, score: matchScore(textOf(entry), requested) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}
