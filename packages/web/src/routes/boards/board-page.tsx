import { Button, Menu, Skeleton } from "@mantine/core";
import type { BoardDetail, BoardPin } from "@plumb/contract/projects/boards.ts";
import { IconPencil, IconPin, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { BoardDialogs, type BoardDialog } from "#features/boards/board-dialogs.tsx";
import { BoardView } from "#features/boards/board-view.tsx";
import { boardQuery, usePinChanges } from "#features/boards/boards.queries.ts";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { selectProject } from "#features/projects/selected-project.ts";
import { errorText, isNotFound } from "#lib/api/error-text.ts";
import { usePageTitle } from "#lib/page/page-title.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { showError, showUndoable } from "#ui/feedback/toast.ts";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { ActionMenu } from "#ui/list/action-menu.tsx";

const route = getRouteApi("/guarded/boards/$boardId");

/** A board with its pins. */
export function BoardPage() {
  const id = Number(route.useParams().boardId);
  return Number.isSafeInteger(id) && id > 0 ? <OneBoard key={id} id={id} /> : <NoSuchBoard />;
}

function OneBoard({ id }: { readonly id: number }) {
  const board = useQuery(boardQuery(id));
  usePageTitle(board.data?.name ?? "Board");
  if (board.isError && isNotFound(board.error)) return <NoSuchBoard />;
  if (board.data !== undefined) return <LoadedBoard board={board.data} />;
  return (
    <PageFrame title="Board">
      {board.isError ? (
        <ErrorPanel error={board.error} fallback="Failed to load the board" onRetry={() => void board.refetch()} />
      ) : (
        <Skeleton height={260} />
      )}
    </PageFrame>
  );
}

const onError = (error: unknown) => showError(errorText(error, "Failed to change the board"));

function LoadedBoard({ board }: { readonly board: BoardDetail }) {
  const { id, name, pins, own, owner, shared, editable } = board;
  const { data: projects = [] } = useQuery(projectsQuery);
  const changes = usePinChanges(id);
  const [dialog, setDialog] = useState<BoardDialog | null>(null);
  const onRemove = (pin: BoardPin) =>
    changes.remove.mutate(pin.id, {
      onSuccess: () =>
        showUndoable("Pin removed", () =>
          changes.restore.mutate({ pin, pinIds: pins.map((each) => each.id) }, { onError }),
        ),
      onError,
    });
  return (
    <PageFrame
      title={name}
      subtitle={own ? (shared ? "Shared with everyone on this server" : "Personal board") : `Shared by ${owner}`}
      actions={
        <>
          <Button component={Link} to="/boards" variant="default">
            All boards
          </Button>
          {editable && (
            <>
              <Button leftSection={<IconPin size={16} aria-hidden />} onClick={() => setDialog("pin")}>
                Add pin
              </Button>
              <ActionMenu of={name}>
                <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={() => setDialog("edit")}>
                  Rename or share…
                </Menu.Item>
                <Menu.Item
                  color="red.8"
                  leftSection={<IconTrash size={15} aria-hidden />}
                  onClick={() => setDialog("delete")}
                >
                  Delete board…
                </Menu.Item>
              </ActionMenu>
            </>
          )}
        </>
      }
    >
      <BoardView
        board={board}
        onEnter={selectProject}
        onOrder={(pinIds) => changes.order.mutate(pinIds, { onError })}
        onRemove={onRemove}
      />
      <BoardDialogs board={board} projects={projects} opened={dialog} onClose={() => setDialog(null)} />
    </PageFrame>
  );
}

function NoSuchBoard() {
  return (
    <PageFrame>
      <EmptyState title="This board does not exist, or is not shared with you." heading="h1">
        <Link to="/boards">All boards</Link>
      </EmptyState>
    </PageFrame>
  );
}
