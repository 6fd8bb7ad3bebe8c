import { Checkbox } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, useState } from "react";
import { cut, formatBytes, formatCount, formatDuration } from "#lib/format/format.ts";
import type { HarEntry } from "./har.ts";
import { HarEntryDetail } from "./har-entry-detail.tsx";
import styles from "./har-view.module.css";

const rowHeight = 30;

/** Requests of an HTTP archive over time. The selected one is shown below with its headers and bodies. */
export function HarView({ entries }: { readonly entries: readonly HarEntry[] }) {
  const [failedFirst, setFailedFirst] = useState(true);
  const [chosen, setChosen] = useState<HarEntry | null>(null);
  const scroller = useRef<HTMLElement>(null);
  const rows = useMemo(
    () =>
      failedFirst ? [...entries.filter(({ failed }) => failed), ...entries.filter(({ failed }) => !failed)] : entries,
    [entries, failedFirst],
  );
  const total = useMemo(
    () => entries.reduce((max, { start, time }) => Math.max(max, (start ?? 0) + (time ?? 0)), 1),
    [entries],
  );
  const failed = useMemo(() => entries.filter((entry) => entry.failed).length, [entries]);
  // oxlint-disable-next-line react/incompatible-library -- no compiler is used, and its values stay in this component
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const host = URL.parse(entries[0]?.url ?? "")?.host;
  const items = virtualizer.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  if (entries.length === 0) return <p className={styles["facts"]}>The archive contains no requests.</p>;
  return (
    <div className={styles["har"]}>
      <div className={styles["facts"]}>
        <span>{`${formatCount(entries.length)} requests, ${formatCount(failed)} failed, ${formatDuration(total)}`}</span>
        <Checkbox
          size="xs"
          label="Failed requests first"
          checked={failedFirst}
          onChange={(event) => setFailedFirst(event.currentTarget.checked)}
        />
      </div>
      <section
        ref={scroller}
        className={`${styles["scroller"]} ${chosen === null ? "" : styles["halved"]}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: the keyboard must reach it
        tabIndex={0}
        aria-label="Requests"
      >
        <table aria-rowcount={rows.length + 1}>
          <Columns />
          <tbody>
            {above > 0 && <tr aria-hidden style={{ height: above }} />}
            {items.map(({ index }) => {
              const entry = rows[index];
              return (
                entry !== undefined && (
                  <Row
                    key={entry.index}
                    entry={entry}
                    place={index + 2}
                    total={total}
                    host={host}
                    chosen={entry === chosen}
                    onChoose={() => setChosen(entry === chosen ? null : entry)}
                  />
                )
              );
            })}
            {below > 0 && <tr aria-hidden style={{ height: below }} />}
          </tbody>
        </table>
      </section>
      {chosen !== null && <HarEntryDetail key={chosen.index} entry={chosen} />}
    </div>
  );
}

function Columns() {
  return (
    <thead>
      <tr>
        <th scope="col">Method</th>
        <th scope="col">Status</th>
        <th scope="col">URL</th>
        <th scope="col" className={styles["wide"]}>
          Type
        </th>
        <th scope="col" className={styles["wide"]}>
          Size
        </th>
        <th scope="col">Time</th>
        <th scope="col">Waterfall</th>
      </tr>
    </thead>
  );
}

interface RowProps {
  readonly entry: HarEntry;
  readonly place: number;
  /** Duration of the waterfall in milliseconds. */
  readonly total: number;
  /** Host of the first request, which is omitted from the addresses. */
  readonly host: string | undefined;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function Row({ entry, place, total, host, chosen, onChoose }: RowProps) {
  const { method, status, url, type, size, start, time, failed } = entry;
  return (
    <tr aria-rowindex={place} className={[chosen ? styles["chosen"] : "", failed ? styles["failed"] : ""].join(" ")}>
      <td>{cut(method, 10)}</td>
      <td className={styles["status"]}>{status === 0 ? "failed" : status}</td>
      <td className={styles["url"]}>
        <button type="button" aria-expanded={chosen} title={cut(url, 500)} onClick={onChoose}>
          {cut(shortUrl(url, host), 300)}
        </button>
      </td>
      <td className={styles["wide"]}>{cut(type, 40)}</td>
      <td className={styles["wide"]}>{size === null ? "–" : formatBytes(size)}</td>
      <td>{formatDuration(time)}</td>
      <td className={styles["fall"]}>
        {start !== null && (
          <span
            className={styles["bar"]}
            style={{ left: `${(start / total) * 100}%`, width: `max(2px, ${((time ?? 0) / total) * 100}%)` }}
          />
        )}
      </td>
    </tr>
  );
}

/** Returns only path and query for the main host. The tooltip contains the whole address. */
function shortUrl(url: string, host: string | undefined): string {
  const parsed = URL.parse(url);
  return parsed === null || parsed.host !== host ? url : `${parsed.pathname}${parsed.search}`;
}
