import { z } from "zod";
import { endpoint, Id, success } from "#endpoint.ts";
import { ProjectState } from "./project-states.ts";

/** Maximum number of boards per user. */
export const maxBoards = 50;
/** Maximum number of pins on a board. */
export const maxPins = 40;
/** Maximum number of boards in a list. */
export const maxListedBoards = 500;
/** Maximum length of the name of a board. */
export const maxBoardName = 80;
export const noBoardName = "Enter a name for the board";

/**
 * Pinned values of a project: `state` is its row in the list of projects, `newCauses` and `flakyTests` are numbers of that row, and the others are
 * cards of its dashboard for the last 30 days.
 */
export const PinKind = z.enum(["state", "newCauses", "passRate", "reports", "tests", "duration", "flakyTests"]);
export type PinKind = z.infer<typeof PinKind>;

/** A board in the caller's list. */
export const Board = z.object({
  id: Id,
  name: z.string(),
  /** True if all users of the server see its name and the pins of projects that they may read. Otherwise only its owner does. */
  shared: z.boolean(),
  /** True if the board belongs to the caller. */
  own: z.boolean(),
  /** Name of the owner. */
  owner: z.string(),
  /** True if the caller may change the board: its owner, and administrators if it is shared. */
  editable: z.boolean(),
});
export type Board = z.infer<typeof Board>;

export const BoardPin = z.object({
  /** Unique on its board. */
  id: Id,
  kind: PinKind,
  projectId: Id,
});
export type BoardPin = z.infer<typeof BoardPin>;

export const BoardDetail = z.object({
  ...Board.shape,
  /** Pins of projects that the caller may read, in their order. */
  pins: z.array(BoardPin).max(maxPins),
  /** The projects of these pins. */
  projects: z.array(ProjectState).max(maxPins),
  /** Number of pins of projects that the caller may not read. Nothing else about them is sent. */
  hiddenPins: z.number().int().nonnegative(),
});
export type BoardDetail = z.infer<typeof BoardDetail>;

const boardParams = z.object({ boardId: Id });
const name = z.string().trim().min(1, noBoardName).max(maxBoardName);

export const listBoards = endpoint({
  method: "GET",
  path: "/api/boards",
  summary: "List the caller's boards and the shared ones, the caller's first, each by name",
  allow: "user",
  response: success(z.array(Board).max(maxListedBoards)),
});

export const createBoard = endpoint({
  method: "POST",
  path: "/api/boards",
  summary: "Create an empty board, personal or shared with all users of the server",
  allow: "user",
  body: z.object({ name, shared: z.boolean().default(false) }),
  response: success(Board),
});

export const readBoard = endpoint({
  method: "GET",
  path: "/api/boards/:boardId",
  summary: "Read a board with its pins of projects that the caller can read",
  allow: "user",
  params: boardParams,
  response: success(BoardDetail),
});

export const updateBoard = endpoint({
  method: "PUT",
  path: "/api/boards/:boardId",
  summary: "Rename, share or unshare a board; missing fields are not changed",
  allow: "user",
  params: boardParams,
  body: z.object({ name: name.optional(), shared: z.boolean().optional() }),
  response: success(Board),
});

export const deleteBoard = endpoint({
  method: "DELETE",
  path: "/api/boards/:boardId",
  summary: "Delete a board",
  allow: "user",
  params: boardParams,
  response: success(z.null()),
});

export const addPin = endpoint({
  method: "POST",
  path: "/api/boards/:boardId/pins",
  summary: "Pin a value of a project at the end of a board. A pin that the board already has is returned unchanged",
  allow: "user",
  params: boardParams,
  body: z.object({ projectId: Id, kind: PinKind }),
  response: success(BoardPin),
});

export const orderPins = endpoint({
  method: "PUT",
  path: "/api/boards/:boardId/pins",
  summary: "Change the order of a board's pins; pins that are not listed follow at the end",
  allow: "user",
  params: boardParams,
  /** Ids of pins. Those that the board does not have are ignored, because they may have been removed meanwhile. */
  body: z.object({ pinIds: z.array(Id).max(maxPins) }),
  response: success(z.null()),
});

export const removePin = endpoint({
  method: "DELETE",
  path: "/api/boards/:boardId/pins/:pinId",
  summary: "Remove a pin from a board",
  allow: "user",
  params: z.object({ boardId: Id, pinId: Id }),
  response: success(z.null()),
});
