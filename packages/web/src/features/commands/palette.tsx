import { IconSearch } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { PaletteRow } from "./palette-row.tsx";
import { type Entry, paletteRows, type Row, type Section } from "./palette-rows.ts";
import styles from "./palette.module.css";
import { formatCount } from "#lib/format/format.ts";

const titleHeight = 30;
const entryHeight = 40;
const pageOfEntries = 8;

interface PaletteProps {
  readonly sections: readonly Section[];
  /** Returns an additional section for the typed text, such as a report with this number. */
  readonly extra?: (typed: string) => Section | null;
  /** Called with the typed text, for sections that load their own results. */
  readonly onTyped?: (typed: string) => void;
  readonly onChoose: (entry: Entry) => void;
  /** Note above an incomplete list. */
  readonly children?: ReactNode;
}

/**
 * Search for projects and commands. Arrow keys move, Enter selects, and Esc closes the surrounding dialog. Only the visible part
 * of a long list is rendered.
 */
export function Palette({ sections, extra, onTyped, onChoose, children }: PaletteProps) {
  const [typed, setTyped] = useState("");
  const rows = useMemo(() => {
    const found = extra?.(typed) ?? null;
    return paletteRows(found === null ? sections : [{ ...found, repeats: false }, ...sections], typed);
  }, [sections, extra, typed]);
  const entries = useMemo(() => rows.filter((row) => row.kind === "entry"), [rows]);
  // Preselects an entry other than the current project, so that Enter switches immediately.
  const [moved, setMoved] = useState<number | null>(null);
  const elsewhere = entries.findIndex(({ entry }) => entry.current !== true);
  // If there is only one project, the next entry is a command, which must not be preselected.
  const isCommand = sections.some(({ kind, title }) => kind === "commands" && title === entries[elsewhere]?.section);
  const initial = typed === "" && isCommand ? 0 : Math.max(0, elsewhere);
  const active = Math.min(moved ?? initial, entries.length - 1);
  const scrolled = useMemo(() => rows.filter((row) => row.kind === "title" || !row.pinned), [rows]);
  const pinned = entries.filter((row) => row.pinned);
  const { scroller, virtual, toTop } = useRowsInView(scrolled, active, moved !== null);
  const listId = useId();
  const shared = { listId, active, count: entries.length, onMove: setMoved, onChoose };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a word, it uses these keys.
    if (event.nativeEvent.isComposing || entries.length === 0) return;
    const to = placeAfter(event.key, active, entries.length - 1);
    if (to !== undefined) {
      event.preventDefault();
      setMoved(to);
    }
    const chosen = entries[active];
    if (event.key === "Enter" && chosen !== undefined) {
      event.preventDefault();
      onChoose(chosen.entry);
    }
  };

  return (
    <div className={styles["palette"]}>
      <SearchInput
        listId={listId}
        active={entries.length === 0 ? undefined : `${listId}-${active}`}
        typed={typed}
        onTyped={(text) => {
          setTyped(text);
          onTyped?.(text);
          setMoved(null);
          toTop();
        }}
        onKeyDown={onKeyDown}
      />
      {children}
      <output className={styles["said"]}>
        {typed !== "" && entries.length > 0 && `${formatCount(entries.length)} found`}
      </output>
      {entries.length === 0 && (
        <output className={styles["nothing"]}>
          <strong>No projects found</strong>
          <span>Try a different search term</span>
        </output>
      )}
      <div
        ref={scroller}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native list can neither be virtual nor hold icons
        role="listbox"
        id={listId}
        aria-label="Projects and commands"
        aria-owns={pinned.map((row) => `${listId}-${row.place}`).join(" ") || undefined}
        className={styles["scroller"]}
        hidden={entries.length === 0}
      >
        <div role="presentation" className={styles["list"]} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = scrolled[item.index];
            return row === undefined ? null : <PaletteRow key={item.key} row={row} top={item.start} {...shared} />;
          })}
        </div>
      </div>
      {pinned.length > 0 && (
        <div role="presentation" className={styles["pinned"]}>
          {pinned.map((row) => (
            <PaletteRow key={row.key} row={row} {...shared} />
          ))}
        </div>
      )}
    </div>
  );
}

/** Returns the entry that a key selects, or `undefined` for other keys. The arrow keys wrap around. */
function placeAfter(key: string, active: number, last: number): number | undefined {
  return {
    ArrowDown: active === last ? 0 : active + 1,
    ArrowUp: active === 0 ? last : active - 1,
    PageDown: Math.min(last, active + pageOfEntries),
    PageUp: Math.max(0, active - pageOfEntries),
  }[key];
}

/** Returns the visible rows. After the first move, the active row is scrolled into view. */
function useRowsInView(rows: readonly Row[], active: number, isMoved: boolean) {
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- no compiler is used, and its values stay in this component
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === "title" ? titleHeight : entryHeight),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
  });

  useEffect(() => {
    if (!isMoved) return;
    const index = rows.findIndex((row) => row.kind === "entry" && row.place === active);
    if (index === -1) return;
    // Scrolls to the first entry together with its title.
    virtual.scrollToIndex(active === 0 ? 0 : index, { align: "auto" });
  }, [active, isMoved, rows, virtual]);

  const toTop = () => {
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  };
  return { scroller, virtual, toTop };
}

interface SearchInputProps {
  readonly listId: string;
  /** Id of the active entry; `undefined` if there is none. */
  readonly active: string | undefined;
  readonly typed: string;
  readonly onTyped: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function SearchInput({ listId, active, typed, onTyped, onKeyDown }: SearchInputProps) {
  return (
    <div className={styles["search"]}>
      <IconSearch size={17} aria-hidden />
      <input
        role="combobox"
        aria-label="Search projects and commands"
        aria-expanded={active !== undefined}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(active !== undefined && { "aria-activedescendant": active })}
        placeholder="Search projects... (or type to filter)"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => onTyped(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
