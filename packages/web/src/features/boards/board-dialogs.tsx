import type { BoardDetail } from "@plumb/contract/projects/boards.ts";
import { useNavigate } from "@tanstack/react-router";
import { errorText } from "#lib/api/error-text.ts";
import { DeleteDialog } from "#ui/form/delete-dialog.tsx";
import { FormDialog } from "#ui/form/form-dialog.tsx";
import { AddPinForm } from "./add-pin-form.tsx";
import { BoardForm } from "./board-form.tsx";
import { useAddPin, useDeleteBoard, useUpdateBoard } from "./boards.queries.ts";

export type BoardDialog = "delete" | "edit" | "pin";

interface BoardDialogsProps {
  readonly board: BoardDetail;
  /** Projects that the user may read. */
  readonly projects: readonly { readonly id: number; readonly name: string }[];
  /** `null` while all are closed. */
  readonly opened: BoardDialog | null;
  readonly onClose: () => void;
}

/** Dialogs of a board: add a pin, rename or share it, delete it. */
export function BoardDialogs({ board, projects, opened, onClose }: BoardDialogsProps) {
  const add = useAddPin();
  const update = useUpdateBoard(board.id);
  const remove = useDeleteBoard(board.id);
  const navigate = useNavigate();
  const close = () => {
    for (const mutation of [add, update, remove]) mutation.reset();
    onClose();
  };
  return (
    <>
      <FormDialog opened={opened === "pin"} onClose={close} title="Add pin" centered>
        <AddPinForm
          projects={projects}
          pending={add.isPending}
          error={add.error}
          onCancel={close}
          onSave={(pin) => add.mutate({ ...pin, boardId: board.id }, { onSuccess: close })}
        />
      </FormDialog>
      <FormDialog opened={opened === "edit"} onClose={close} title="Rename or share" centered>
        <BoardForm
          board={board}
          pending={update.isPending}
          error={update.error}
          onCancel={close}
          onSave={(fields) => update.mutate(fields, { onSuccess: close })}
        />
      </FormDialog>
      <DeleteDialog
        opened={opened === "delete"}
        noun="board"
        text={
          board.shared
            ? `${board.name} disappears for all users of this server. The projects are not changed.`
            : `${board.name} and its pins are deleted. The projects are not changed.`
        }
        error={remove.error === null ? null : errorText(remove.error, "Failed to delete the board")}
        pending={remove.isPending}
        onDelete={() => remove.mutate(undefined, { onSuccess: () => void navigate({ to: "/boards" }) })}
        onClose={close}
      />
    </>
  );
}
