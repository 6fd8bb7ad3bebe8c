import { Button, Skeleton } from "@mantine/core";
import type { Member } from "@plumb/contract/projects/members.ts";
import type { ItemStatus } from "@plumb/contract/items/item-labels.ts";
import type { Annotation } from "@plumb/contract/items/annotations.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isNotFound } from "#lib/api/error-text.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { SidePanel } from "#ui/layout/side-panel.tsx";
import type { ItemActions } from "#features/items/changes/item-actions.ts";
import { ItemDetail } from "./item-detail.tsx";
import { useItemPartActions } from "./item-part-actions.ts";
import { itemQuery } from "#features/items/items.queries.ts";

interface ItemPanelProps {
  readonly projectId: number;
  readonly annotationId: number;
  readonly mayTriage: boolean;
  readonly members: readonly Member[];
  readonly userId: number | undefined;
  readonly actions: ItemActions;
  readonly onStatus: (item: Annotation, status: ItemStatus) => void;
  readonly onClose: () => void;
  /** Shows the tickets of an item. */
  readonly ticketsOf: (projectId: number, annotationId: number) => ReactNode;
  /** Called if the item belongs to another project. */
  readonly onSwitch: (projectId: number) => void;
}

/** Panel with the opened item, next to the list. */
export function ItemPanel(props: ItemPanelProps) {
  const { projectId, annotationId, mayTriage, members, userId, actions, onStatus, onClose, onSwitch, ticketsOf } =
    props;
  const { data: item, error, refetch } = useQuery(itemQuery(annotationId));
  const parts = useItemPartActions(projectId, annotationId);
  return (
    <SidePanel title={`Analysis item ${annotationId}`} width="34rem" onClose={onClose}>
      {isNotFound(error) ? (
        <EmptyState title={`Analysis item ${annotationId} cannot be shown`}>
          <p style={{ margin: 0 }}>It does not exist, or you are not a member of its project.</p>
        </EmptyState>
      ) : item === undefined ? (
        error === null ? (
          <div aria-busy>
            <Skeleton height={320} animate={false} />
          </div>
        ) : (
          <ErrorPanel error={error} fallback="Failed to load annotations" onRetry={() => void refetch()} />
        )
      ) : item.projectId !== projectId ? (
        <EmptyState title="This item is in another project">
          <p style={{ margin: 0 }}>{`It belongs to ${item.projectName}.`}</p>
          <Button onClick={() => onSwitch(item.projectId)}>{`Switch to ${item.projectName}`}</Button>
        </EmptyState>
      ) : (
        <ItemDetail
          key={item.id}
          item={item}
          members={members}
          userId={userId}
          busy={actions.pending}
          onWatch={parts.onWatch}
          onStatus={mayTriage ? (status) => onStatus(item, status) : undefined}
          onChange={mayTriage ? (change, onDone, seen = item) => actions.change(seen, change, onDone) : undefined}
          parts={mayTriage ? parts : undefined}
          tickets={ticketsOf(projectId, item.id)}
        />
      )}
    </SidePanel>
  );
}
