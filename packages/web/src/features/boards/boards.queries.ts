import {
  addPin,
  type Board,
  type BoardDetail,
  type BoardPin,
  createBoard,
  deleteBoard,
  listBoards,
  orderPins,
  readBoard,
  removePin,
  updateBoard,
} from "@plumb/contract/projects/boards.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

export const boardsQuery = queryOptions({
  queryKey: ["boards"],
  queryFn: async ({ signal }) => (await api.call(listBoards, { signal })).data,
});

/** A board with its pins. Refetches every 30 s, like the list of projects. */
export function boardQuery(boardId: number) {
  return queryOptions({
    queryKey: ["boards", boardId],
    queryFn: async ({ signal }) => (await api.call(readBoard, { params: { boardId }, signal })).data,
    refetchInterval: 30_000,
  });
}

export interface BoardFields {
  readonly name: string;
  readonly shared: boolean;
}

export function useCreateBoard() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: BoardFields): Promise<Board> => (await api.call(createBoard, { body })).data,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: boardsQuery.queryKey, exact: true }),
  });
}

export function useUpdateBoard(boardId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BoardFields) => api.call(updateBoard, { params: { boardId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: boardsQuery.queryKey }),
  });
}

export function useDeleteBoard(boardId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(deleteBoard, { params: { boardId } }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: boardQuery(boardId).queryKey });
      return queryClient.invalidateQueries({ queryKey: boardsQuery.queryKey, exact: true });
    },
  });
}

export type NewPin = Omit<BoardPin, "id">;

export function useAddPin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ boardId, ...body }: NewPin & { readonly boardId: number }) =>
      (await api.call(addPin, { params: { boardId }, body })).data,
    onSuccess: (_pin, { boardId }) => queryClient.invalidateQueries({ queryKey: boardQuery(boardId).queryKey }),
  });
}

/**
 * Changes of the pins of a board. They are visible before the server has responded, and undone if it rejects them. They are sent one after another,
 * so that the server stores the last order, and the board is loaded again after the last one, because it would show an earlier order for a moment.
 */
export function usePinChanges(boardId: number) {
  const queryClient = useQueryClient();
  const { queryKey } = boardQuery(boardId);
  const show = (pins: (board: BoardDetail) => BoardPin[]) =>
    queryClient.setQueryData(queryKey, (board) => board && { ...board, pins: pins(board) });
  const mutationKey = ["pins", boardId];
  const inTurn = {
    mutationKey,
    scope: { id: `pins of board ${boardId}` },
    onSettled: async () => {
      if (queryClient.isMutating({ mutationKey }) === 1) await queryClient.invalidateQueries({ queryKey });
    },
  };
  const order = useMutation({
    mutationFn: (pinIds: number[]) => api.call(orderPins, { params: { boardId }, body: { pinIds } }),
    onMutate: async (pinIds) => {
      await queryClient.cancelQueries({ queryKey });
      show(({ pins }) => pins.toSorted((one, other) => pinIds.indexOf(one.id) - pinIds.indexOf(other.id)));
    },
    ...inTurn,
  });
  const remove = useMutation({
    mutationFn: (pinId: number) => api.call(removePin, { params: { boardId, pinId } }),
    onMutate: async (pinId) => {
      await queryClient.cancelQueries({ queryKey });
      show(({ pins }) => pins.filter(({ id }) => id !== pinId));
    },
    ...inTurn,
  });
  const restore = useMutation({
    mutationFn: async ({ pin, pinIds }: { readonly pin: BoardPin; readonly pinIds: readonly number[] }) => {
      const { projectId, kind } = pin;
      const { data } = await api.call(addPin, { params: { boardId }, body: { projectId, kind } });
      const order = pinIds.map((id) => (id === pin.id ? data.id : id));
      return api.call(orderPins, { params: { boardId }, body: { pinIds: order } });
    },
    ...inTurn,
  });
  return { order, remove, restore };
}
