import type { Board } from "@plumb/contract/projects/boards.ts";
import { refusedError } from "@plumb/client/call-error.ts";
import { AddPinForm } from "./add-pin-form.tsx";
import { BoardForm } from "./board-form.tsx";
import { BoardsList } from "./boards-list.tsx";

const board = (changes: Partial<Board>): Board => ({
  id: 1,
  name: "Release checks",
  shared: false,
  own: true,
  owner: "Ada",
  editable: true,
  ...changes,
});

export const Several = () => (
  <BoardsList
    boards={[
      board({}),
      board({ id: 2, name: "Web teams", shared: true }),
      board({ id: 3, name: "W".repeat(80), shared: true, own: false, owner: "Mira Lindqvist", editable: false }),
      board({ id: 4, name: "لوحة الفريق", shared: true, own: false, owner: "فريق", editable: false }),
    ]}
  />
);
export const Nothing = () => <BoardsList boards={[]} />;

const noAction = () => undefined;
export const Form = () => <BoardForm pending={false} error={null} onSave={noAction} onCancel={noAction} />;
export const Taken = () => (
  <BoardForm
    board={{ name: "Web", shared: true }}
    pending={false}
    error={refusedError(
      409,
      JSON.stringify({
        success: false,
        error: "You already have a board with this name.",
        code: "conflict",
        fields: { name: "You already have a board with this name." },
      }),
      null,
    )}
    onSave={noAction}
    onCancel={noAction}
  />
);
export const AddPin = () => (
  <AddPinForm
    projects={Array.from({ length: 300 }, (_, index) => ({ id: index + 1, name: `Service ${index + 1}` }))}
    pending={false}
    error={null}
    onSave={noAction}
    onCancel={noAction}
  />
);
