import { ActionIcon, Button } from "@mantine/core";
import type { TrendEvent } from "@plumb/contract/trends/events.ts";
import { IconFlagPlus, IconTrash, IconTriangleInvertedFilled } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { counted } from "#lib/format/format.ts";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import panel from "#ui/layout/panel.module.css";
import { eventStyles } from "#ui/charts/event-styles.ts";
import styles from "./trend-events.module.css";

const few = 10;

interface TrendEventsProps {
  readonly events: readonly TrendEvent[];
  /** Number in the range, including those not listed. */
  readonly total: number;
  /** `undefined` for viewers. */
  readonly actions: { readonly onAdd: () => void; readonly onDelete: (event: TrendEvent) => void } | undefined;
}

/** Events in the range, which the charts show as markers. */
export function TrendEvents({ events, total, actions }: TrendEventsProps) {
  const [all, setAll] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const onDelete = (event: TrendEvent) => {
    actions?.onDelete(event);
    // The row disappears together with its button.
    add.current?.focus();
  };
  const visible = all ? events : events.slice(0, few);
  return (
    <section className={`${panel["panel"]} ${styles["events"]}`} aria-label="Events">
      <header className={panel["head"]}>
        <h2>Events</h2>
        {actions !== undefined && (
          <Button
            ref={add}
            className={panel["right"] ?? ""}
            size="compact-sm"
            variant="default"
            leftSection={<IconFlagPlus size={14} aria-hidden />}
            onClick={actions.onAdd}
          >
            Add event
          </Button>
        )}
      </header>
      {events.length === 0 ? (
        <p className={styles["none"]}>
          No deployments, outages or other events in this period. Scripts add events with an API key:{" "}
          <code>POST /api/trends/events</code>.
        </p>
      ) : (
        <ul className={styles["list"]}>
          {visible.map((event) => (
            <EventRow key={event.id} event={event} onDelete={actions === undefined ? undefined : onDelete} />
          ))}
        </ul>
      )}
      {!all && events.length > few && (
        <Button size="compact-sm" variant="subtle" className={styles["more"] ?? ""} onClick={() => setAll(true)}>
          {`Show all ${counted(events.length, "event")}`}
        </Button>
      )}
      {total > events.length && (
        <p className={styles["none"]}>{`The latest ${counted(events.length, "event")} of ${total}.`}</p>
      )}
    </section>
  );
}

function EventRow({
  event,
  onDelete,
}: {
  readonly event: TrendEvent;
  readonly onDelete?: ((event: TrendEvent) => void) | undefined;
}) {
  const { at, kind, title, url, environment, by } = event;
  const { word, color } = eventStyles[kind];
  return (
    <li>
      <span className={styles["kind"]}>
        <IconTriangleInvertedFilled size={10} style={{ color: `var(--${color})` }} aria-hidden />
        {word}
      </span>
      <span className={styles["title"]}>
        {url === null ? (
          title
        ) : (
          <a href={url} target="_blank" rel="noreferrer">
            {title}
          </a>
        )}
      </span>
      <span className={styles["facts"]}>
        {environment !== null && `${environment} · `}
        <TimeAgo timestamp={at} />
        {by !== null && ` · ${by}`}
      </span>
      {onDelete !== undefined && (
        <ActionIcon variant="subtle" color="gray" aria-label={`Delete ${title}`} onClick={() => onDelete(event)}>
          <IconTrash size={15} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
