import { ActionIcon, Menu } from "@mantine/core";
import { IconPin, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "#lib/api/error-text.ts";
import { cut } from "#lib/format/format.ts";
import { showError, showSuccess } from "#ui/feedback/toast.ts";
import { FormDialog } from "#ui/form/form-dialog.tsx";
import { BoardForm } from "./board-form.tsx";
import { boardsQuery, type NewPin, useAddPin, useCreateBoard } from "./boards.queries.ts";
import { pinLabels } from "./pin-labels.ts";

interface PinMenuProps {
  readonly pin: NewPin;
  readonly projectName: string;
}

/** Button with a menu of boards that pins a value to one of them, or to a new one. */
export function PinMenu({ pin, projectName }: PinMenuProps) {
  const [opened, setOpened] = useState(false);
  const [creating, setCreating] = useState(false);
  const { data: boards, isError } = useQuery({ ...boardsQuery, enabled: opened });
  const create = useCreateBoard();
  const add = useAddPin();
  const name = `${pinLabels[pin.kind]} of ${cut(projectName, 100)}`;
  const addTo = (board: { readonly id: number; readonly name: string }) =>
    add.mutate(
      { ...pin, boardId: board.id },
      {
        onSuccess: () => showSuccess(`Pinned to ${cut(board.name, 80)}`),
        onError: (error) => showError(errorText(error, "Failed to pin this to the board")),
      },
    );
  const close = () => {
    create.reset();
    setCreating(false);
  };
  const editable = boards?.filter((board) => board.editable) ?? [];
  return (
    <>
      <Menu position="bottom-end" withinPortal width={260} opened={opened} onChange={setOpened}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Pin ${name} to board`} title="Pin to board">
            <IconPin size={16} color="var(--ink-2)" aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown style={{ maxHeight: 360, overflowY: "auto" }}>
          <Menu.Label>Pin to board</Menu.Label>
          {boards === undefined && <Menu.Label>{isError ? "Failed to load the boards" : "Loading…"}</Menu.Label>}
          {editable.map((board) => (
            <Menu.Item key={board.id} onClick={() => addTo(board)}>
              <bdi style={{ overflowWrap: "anywhere" }}>{board.name}</bdi>
            </Menu.Item>
          ))}
          <Menu.Item leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setCreating(true)}>
            New board…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <FormDialog opened={creating} onClose={close} title={`New board with ${name}`} centered>
        <BoardForm
          pending={create.isPending}
          error={create.error}
          onCancel={close}
          onSave={(fields) =>
            create.mutate(fields, {
              onSuccess: (board) => {
                addTo(board);
                close();
              },
            })
          }
        />
      </FormDialog>
    </>
  );
}
