import { z } from "zod";
import { endpoint, Id, success } from "#endpoint.ts";

/** One petabyte. Larger values are typing errors. */
const maxLimitBytes = 1e15;
const limitMessage = "The limit must be from 1 MB to 1,000 TB";

/** Storage limit of a project for files. */
export const StorageLimit = z.union([
  z.enum(["default", "none"]),
  z.number(limitMessage).int(limitMessage).min(1e6, limitMessage).max(maxLimitBytes, limitMessage),
]);
export type StorageLimit = z.infer<typeof StorageLimit>;

/** Storage that a project uses for artifacts of its reports and attachments of its analysis items. Identical content counts once. */
export const ProjectStorage = z.object({
  usedBytes: z.number().int().nonnegative(),
  files: z.number().int().nonnegative(),
  /** Setting of the project: server default, no limit, or a number of bytes. */
  limit: StorageLimit,
  /** Effective limit in bytes; `null` for no limit. */
  limitBytes: z.number().int().positive().nullable(),
  /** Default of the server in bytes; `null` for no limit. */
  defaultLimitBytes: z.number().int().positive().nullable(),
});
export type ProjectStorage = z.infer<typeof ProjectStorage>;

const params = z.object({ projectId: Id });

export const readStorage = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/storage",
  summary: "Read the file storage of a project and its limit",
  allow: "project:manage",
  params,
  response: success(ProjectStorage),
});

export const changeStorageLimit = endpoint({
  method: "PUT",
  path: "/api/projects/:projectId/storage",
  summary: "Change the storage limit of a project; stored files are not deleted",
  allow: "admin",
  params,
  body: z.object({ limit: StorageLimit }),
  response: success(ProjectStorage),
});
