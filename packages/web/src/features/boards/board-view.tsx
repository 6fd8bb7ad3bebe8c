import { VisuallyHidden } from "@mantine/core";
import type { BoardDetail, BoardPin } from "@plumb/contract/projects/boards.ts";
import { useEffect, useRef, useState } from "react";
import { counted } from "#lib/format/format.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import styles from "./board-view.module.css";
import { type Move, PinCard } from "./pin-card.tsx";
import { pinLabels } from "./pin-labels.ts";

interface BoardViewProps {
  readonly board: BoardDetail;
  /** Called when a link into a project is followed. */
  readonly onEnter: (projectId: number) => void;
  /** Called with the ids of all pins in their new order. */
  readonly onOrder: (pinIds: number[]) => void;
  readonly onRemove: (pin: BoardPin) => void;
}

/** Pins of a board as cards. Users who may change the board can move and remove them. */
export function BoardView({ board, onEnter, onOrder, onRemove }: BoardViewProps) {
  const { pins, projects, hiddenPins, editable } = board;
  const { list, moved, move } = useMoves(pins, onOrder);
  const remove = (pin: BoardPin) => {
    // The button with the focus disappears.
    list.current?.focus({ preventScroll: true });
    onRemove(pin);
  };
  return (
    <>
      {pins.length === 0 && hiddenPins === 0 ? (
        <EmptyState title="This board is empty">
          {editable && (
            <p style={{ margin: 0 }}>Press “Add pin”, or “Pin to board” on the projects and the dashboard.</p>
          )}
        </EmptyState>
      ) : (
        <ul ref={list} tabIndex={-1} className={styles["pins"]} aria-label="Pins">
          {pins.map((pin, index) => {
            const project = projects.find(({ id }) => id === pin.projectId);
            return (
              project !== undefined && (
                <PinCard
                  key={pin.id}
                  pin={pin}
                  project={project}
                  onEnter={() => onEnter(project.id)}
                  actions={
                    editable
                      ? {
                          isFirst: index === 0,
                          isLast: index === pins.length - 1,
                          onMove: (to) => move(index, to, `${pinLabels[pin.kind]} of ${project.name}`),
                          onRemove: () => remove(pin),
                        }
                      : null
                  }
                />
              )
            );
          })}
        </ul>
      )}
      {hiddenPins > 0 && (
        <p className={styles["hidden"]}>{`${counted(hiddenPins, "pin")} of projects that you cannot see`}</p>
      )}
      <VisuallyHidden component="output">{moved}</VisuallyHidden>
    </>
  );
}

/** Moves pins, keeps the focus on the button that was pressed, and reports the new position to screen readers. */
function useMoves(pins: readonly BoardPin[], onOrder: BoardViewProps["onOrder"]) {
  const list = useRef<HTMLUListElement>(null);
  const [moved, setMoved] = useState("");
  const [pressed, setPressed] = useState<{ readonly pinId: number; readonly to: Move; readonly order: string } | null>(
    null,
  );
  const order = pins.map(({ id }) => id).join(" ");
  useEffect(() => {
    // Not before the moved card is in its new position, because moving it takes the focus from its button.
    if (pressed?.order !== order) return;
    const card = list.current?.querySelector(`[data-pin="${pressed.pinId}"]`);
    const button = (to: Move) => card?.querySelector<HTMLButtonElement>(`[data-move="${to}"]:not(:disabled)`);
    // At the end of the list, its button is disabled.
    (button(pressed.to) ?? button(pressed.to === "earlier" ? "later" : "earlier"))?.focus();
  }, [pressed, order]);
  const move = (index: number, to: Move, name: string) => {
    const ids = pins.map(({ id }) => id);
    const target = index + (to === "earlier" ? -1 : 1);
    const [id, other] = [ids[index], ids[target]];
    if (id === undefined || other === undefined) return;
    ids[index] = other;
    ids[target] = id;
    setPressed({ pinId: id, to, order: ids.join(" ") });
    setMoved(`${name} is now ${target + 1} of ${ids.length}`);
    onOrder(ids);
  };
  return { list, moved, move };
}
