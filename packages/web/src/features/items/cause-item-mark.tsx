import type { Annotation } from "@plumb/contract/items/annotations.ts";
import { statusLabels } from "@plumb/contract/items/item-labels.ts";
import { IconClipboardText } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { cut } from "#lib/format/format.ts";
import styles from "./items.module.css";
import { causeItemsQuery } from "./items.queries.ts";

interface CauseItemMarkProps {
  readonly projectId: number;
  readonly reportId: number;
  readonly groupId: number;
}

/** Item about a cause in a report. All marks of a report share one request. */
export function CauseItemMark({ projectId, reportId, groupId }: CauseItemMarkProps) {
  const { data } = useQuery(causeItemsQuery(projectId, reportId));
  const item = data?.get(groupId);
  return item === undefined ? null : <ItemMark item={item} />;
}

/** Status and assignee of an item. The title is in the tooltip, because the mark is part of a button. */
export function ItemMark({ item: { title, status, assignee } }: { readonly item: Annotation }) {
  const state = [statusLabels[status], ...(assignee === null ? [] : [cut(assignee.name, 30)])].join(", ");
  return (
    <span className={styles["mark"]} title={`Analysis item: ${cut(title, 200)} (${state})`}>
      <IconClipboardText size={14} aria-hidden />
      {state}
    </span>
  );
}
