import { IconCheck } from "@tabler/icons-react";
import type { Entry, Row } from "./palette-rows.ts";
import styles from "./palette.module.css";
import { cut } from "#lib/format/format.ts";

interface PaletteRowProps {
  readonly row: Row;
  readonly listId: string;
  /** Distance from the top of the list; `undefined` below the list. */
  readonly top?: number;
  readonly active: number;
  readonly count: number;
  readonly onMove: (index: number) => void;
  readonly onChoose: (entry: Entry) => void;
}

/** Title or entry of the palette. */
export function PaletteRow({ row, listId, top, active, count, onMove, onChoose }: PaletteRowProps) {
  const style = top === undefined ? {} : { transform: `translateY(${top}px)` };
  if (row.kind === "title") {
    return (
      <div role="presentation" className={styles["title"]} style={style}>
        {row.title}
      </div>
    );
  }
  const { entry, place } = row;
  const { icon: Icon } = entry;
  return (
    // The keyboard focus stays in the search box, which references the active option.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as its listbox
      role="option"
      id={`${listId}-${place}`}
      aria-selected={place === active}
      aria-posinset={place + 1}
      aria-setsize={count}
      className={styles["entry"]}
      style={style}
      title={entry.label}
      onMouseMove={() => {
        if (place !== active) onMove(place);
      }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(entry)}
    >
      <Icon size={17} aria-hidden />
      <span className={styles["label"]}>{cut(entry.label, 200)}</span>
      {entry.detail !== undefined && <span className={styles["detail"]}>{entry.detail}</span>}
      {entry.current === true && (
        <span className={styles["detail"]}>
          <IconCheck size={14} aria-hidden /> Current
        </span>
      )}
    </div>
  );
}
