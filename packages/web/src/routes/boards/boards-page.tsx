import { Button, Skeleton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { BoardForm } from "#features/boards/board-form.tsx";
import { BoardsList } from "#features/boards/boards-list.tsx";
import { boardsQuery, useCreateBoard } from "#features/boards/boards.queries.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { FormDialog } from "#ui/form/form-dialog.tsx";
import { PageFrame } from "#ui/layout/page-frame.tsx";

/** The user's boards and those that others share. */
export function BoardsPage() {
  const boards = useQuery(boardsQuery);
  const create = useCreateBoard();
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const close = () => {
    create.reset();
    setCreating(false);
  };
  return (
    <PageFrame
      title="Boards"
      subtitle="Values of several projects side by side"
      actions={
        <>
          <Button component={Link} to="/projects" variant="default">
            All projects
          </Button>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
            New board
          </Button>
        </>
      }
    >
      {boards.isError && boards.data === undefined && (
        <ErrorPanel error={boards.error} fallback="Failed to load the boards" onRetry={() => void boards.refetch()} />
      )}
      {boards.isPending && <Skeleton height={160} />}
      {boards.data !== undefined && <BoardsList boards={boards.data} />}
      <FormDialog opened={creating} onClose={close} title="New board" centered>
        <BoardForm
          pending={create.isPending}
          error={create.error}
          onCancel={close}
          onSave={(fields) =>
            create.mutate(fields, {
              onSuccess: ({ id }) => void navigate({ to: "/boards/$boardId", params: { boardId: String(id) } }),
            })
          }
        />
      </FormDialog>
    </PageFrame>
  );
}
