import {
  addPin,
  createBoard,
  deleteBoard,
  listBoards,
  orderPins,
  readBoard,
  removePin,
  updateBoard,
} from "@plumb/contract/projects/boards.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

let boards = 0;

// 404: the board of the samples does not exist. boards.test.ts has the rights of owners, readers and administrators.
export const access: readonly EndpointAccess[] = [
  { endpoint: listBoards, callers: "accounts" },
  {
    endpoint: createBoard,
    callers: "accounts",
    audit: ["board.shared"],
    sample: () => ({ body: { name: `Board ${(boards += 1)}`, shared: true } }),
  },
  { endpoint: readBoard, callers: "accounts", status: 404 },
  {
    endpoint: updateBoard,
    callers: "accounts",
    status: 404,
    audit: ["board.shared", "board.unshared"],
    sample: { body: { name: "Web" } },
  },
  { endpoint: deleteBoard, callers: "accounts", status: 404, audit: ["board.deleted"] },
  {
    endpoint: addPin,
    callers: "accounts",
    status: 404,
    audit: "personal",
    sample: ({ projectId }) => ({ body: { projectId, kind: "state" } }),
  },
  { endpoint: orderPins, callers: "accounts", status: 404, audit: "personal", sample: { body: { pinIds: [1] } } },
  { endpoint: removePin, callers: "accounts", status: 404, audit: "personal" },
];
