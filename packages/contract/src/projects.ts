import { z } from "zod";
import { endpoint, Id, Moment, success } from "#endpoint.ts";

export const ProjectType = z.enum(["playwright", "selenium", "cypress", "other"]);

export const ProjectSettings = z.object({
  retentionDays: z.number().int().min(1).max(365).default(30),
  autoCleanup: z.boolean().default(true),
  notifications: z.boolean().default(true),
});

export const Project = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  type: ProjectType,
  status: z.enum(["active", "inactive"]),
  settings: ProjectSettings,
  createdAt: Moment,
});
export type Project = z.infer<typeof Project>;

export const listProjects = endpoint({
  method: "GET",
  path: "/api/projects",
  summary: "The projects that the caller may read",
  allow: "user",
  response: success(z.array(Project)),
});

export const createProject = endpoint({
  method: "POST",
  path: "/api/projects",
  summary: "Create a project",
  allow: "admin",
  body: z.object({
    name: z.string().trim().min(1, "Name is required").max(100),
    description: z.string().trim().max(2000).default(""),
    type: ProjectType.default("other"),
    status: z.enum(["active", "inactive"]).default("active"),
    settings: ProjectSettings.prefault({}),
  }),
  response: success(Project),
});

export const readProject = endpoint({
  method: "GET",
  path: "/api/projects/:projectId",
  summary: "One project",
  allow: "project:read",
  params: z.object({ projectId: Id }),
  response: success(Project),
});
