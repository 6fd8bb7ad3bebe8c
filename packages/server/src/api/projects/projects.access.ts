import { createExampleProject, deleteExampleProject } from "@plumb/contract/projects/example-project.ts";
import { listProjectStates } from "@plumb/contract/projects/project-states.ts";
import {
  createProject,
  deleteProject,
  listProjects,
  readProject,
  readProjectStats,
  updateProject,
} from "@plumb/contract/projects/projects.ts";
import { locateObject } from "@plumb/contract/projects/locate.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: listProjects, callers: "accounts" },
  { endpoint: listProjectStates, callers: "accounts" },
  // 409: allowed, but the name is taken.
  {
    endpoint: createProject,
    callers: "admins",
    status: 409,
    audit: ["project.created"],
    sample: { body: { name: "Shop", description: "The shop" } },
  },
  // 404: a test in a project they cannot read.
  {
    endpoint: locateObject,
    callers: "accounts",
    status: 404,
    sample: ({ otherId }) => ({ params: { kind: "test", id: otherId } }),
  },
  { endpoint: readProject, callers: "readers" },
  {
    endpoint: updateProject,
    callers: "leads",
    audit: ["project.changed"],
    sample: { body: { description: "The shop" } },
  },
  // 400: allowed, but the name is wrong.
  {
    endpoint: deleteProject,
    callers: "admins",
    status: 400,
    audit: ["project.deleted"],
    sample: { body: { confirm: "not its name" } },
  },
  { endpoint: createExampleProject, callers: "leads", audit: ["example.created"] },
  // 409: allowed, but the project has no example data.
  { endpoint: deleteExampleProject, callers: "leads", status: 409, audit: ["example.deleted"] },
  { endpoint: readProjectStats, callers: "readers" },
];
