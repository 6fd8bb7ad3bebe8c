import { z } from "zod";
import { ProjectRole } from "#people/auth.ts";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { blankErrors, type FieldErrors } from "#field-errors.ts";
import { branchNames, MainBranches } from "./main-branches.ts";

export const ProjectType = z.enum(["playwright", "selenium", "cypress", "other"]);

const retentionLimits = { min: 1, max: 365 } as const;
const retentionMessage = `Retention days must be a number from ${retentionLimits.min} to ${retentionLimits.max}`;
const RetentionDays = z
  .number(retentionMessage)
  .int(retentionMessage)
  .min(retentionLimits.min, retentionMessage)
  .max(retentionLimits.max, retentionMessage);

export const ProjectSettings = z.object({
  retentionDays: RetentionDays.default(30),
  autoCleanup: z.boolean().default(true),
  notifications: z.boolean().default(true),
  /** Default: `main`, `master`, `trunk` and `develop`. */
  mainBranches: MainBranches.optional(),
  /** Whether everyone can see, without an account, if the tests of a branch pass. Default: false. */
  badge: z.boolean().optional(),
  /** True for a project that Plumb filled with example data. It accepts no uploads, so its leads can delete it. Cannot be changed. */
  example: z.boolean().optional(),
});

export const Project = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  type: ProjectType,
  status: z.enum(["active", "inactive"]),
  settings: ProjectSettings,
  createdAt: Timestamp,
});
export type Project = z.infer<typeof Project>;

/** Fields for editing a project. */
export const ProjectDetail = z.object({
  ...Project.shape,
  updatedAt: Timestamp,
  /** Number of the current version. A change sends the version that it is based on. */
  version: z.number().int().positive(),
});
export type ProjectDetail = z.infer<typeof ProjectDetail>;

/** A project in the caller's list of projects. */
export const ListedProject = z.object({
  ...Project.shape,
  /** The caller's role; `null` for an administrator who is not a member. */
  role: ProjectRole.nullable(),
});
export type ListedProject = z.infer<typeof ListedProject>;

const name = z.string().trim().min(1).max(100);
const description = z.string().trim().min(1).max(2000);
const params = z.object({ projectId: Id });

/** Returns errors that a form can show before it sends the project, with the same messages as the schemas. */
export function projectFieldErrors(options: {
  readonly name: string;
  readonly description: string;
  /** As typed. */
  readonly retentionDays: string;
  readonly mainBranches: string;
}): FieldErrors {
  const days = Number(options.retentionDays);
  const fits = /^\s*\d+\s*$/.test(options.retentionDays) && days >= retentionLimits.min && days <= retentionLimits.max;
  return {
    ...blankErrors(options, ["name", "description"]),
    ...(!fits && { "settings.retentionDays": retentionMessage }),
    ...(branchNames(options.mainBranches).length === 0 && {
      "settings.mainBranches": "Enter at least one main branch",
    }),
  };
}

export const listProjects = endpoint({
  method: "GET",
  path: "/api/projects",
  summary: "List the projects that the caller can read",
  allow: "user",
  response: success(z.array(ListedProject)),
});

export const createProject = endpoint({
  method: "POST",
  path: "/api/projects",
  summary: "Create a project",
  allow: "admin",
  body: z.object({
    name,
    description,
    type: ProjectType.default("other"),
    status: z.enum(["active", "inactive"]).default("active"),
    settings: ProjectSettings.omit({ example: true }).prefault({}),
  }),
  response: success(Project),
});

export const readProject = endpoint({
  method: "GET",
  path: "/api/projects/:projectId",
  summary: "Read a project",
  allow: "project:read",
  params,
  response: success(ProjectDetail),
});

export const ProjectChange = z.object({
  name: name.optional(),
  description: description.optional(),
  type: ProjectType.optional(),
  status: z.enum(["active", "inactive"]).optional(),
  settings: z
    .object({
      retentionDays: RetentionDays.optional(),
      autoCleanup: z.boolean().optional(),
      notifications: z.boolean().optional(),
      mainBranches: MainBranches.optional(),
      badge: z.boolean().optional(),
    })
    .optional(),
});
export type ProjectChange = z.infer<typeof ProjectChange>;

export const updateProject = endpoint({
  method: "PUT",
  path: "/api/projects/:projectId",
  summary: "Change a project; missing fields are not changed",
  allow: "project:manage",
  params,
  /** With a `version`, the request fails with 409 if the project changed since that version. */
  body: z.object({ ...ProjectChange.shape, version: z.number().int().positive().optional() }),
  response: success(ProjectDetail),
});

export const deleteProject = endpoint({
  method: "DELETE",
  path: "/api/projects/:projectId",
  summary: "Delete a project with all its data; it disappears immediately, its data in the background",
  allow: "admin",
  params,
  /** If `confirm` is given, the project is only deleted if it equals the project's name. */
  body: z.object({ confirm: z.string().max(200).optional() }).optional(),
  response: success(z.null()),
});

export const ProjectStats = z.object({
  testRuns: z.number().int(),
  /** Total number of results in these runs. */
  results: z.number().int(),
  members: z.number().int(),
});
export type ProjectStats = z.infer<typeof ProjectStats>;

export const readProjectStats = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/stats",
  summary: "Read the size of a project",
  allow: "project:read",
  params,
  response: success(ProjectStats),
});
