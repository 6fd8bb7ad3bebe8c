import { z } from "zod";
import { endpoint, Id, success } from "#endpoint.ts";

/** One petabyte: more is a slip of the keyboard. */
const maxLimitBytes = 1e15;
const limitWords = "The limit must be from 1 MB to 1,000 TB";

/** How much a project may keep in files. */
export const StorageLimit = z.union([
  z.enum(["default", "none"]),
  z.number(limitWords).int(limitWords).min(1e6, limitWords).max(maxLimitBytes, limitWords),
]);
export type StorageLimit = z.infer<typeof StorageLimit>;

/** What a project keeps in files: artifacts of its reports and attachments of its analysis items, each content once. */
export const ProjectStorage = z.object({
  usedBytes: z.number().int().nonnegative(),
  files: z.number().int().nonnegative(),
  /** The setting of the project: server default, no limit, or a number of bytes. */
  limit: StorageLimit,
  /** What that comes to, in bytes; null: no limit. */
  limitBytes: z.number().int().positive().nullable(),
  /** The server's default, in bytes; null: no limit. */
  defaultLimitBytes: z.number().int().positive().nullable(),
});
export type ProjectStorage = z.infer<typeof ProjectStorage>;

const params = z.object({ projectId: Id });

export const readStorage = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/storage",
  summary: "What a project keeps in files, and how much it may keep",
  allow: "project:manage",
  params,
  response: success(ProjectStorage),
});

export const changeStorageLimit = endpoint({
  method: "PUT",
  path: "/api/projects/:projectId/storage",
  summary: "Change how much a project may keep in files; nothing that is kept is deleted",
  allow: "admin",
  params,
  body: z.object({ limit: StorageLimit }),
  response: success(ProjectStorage),
});
