import { z } from "zod";
import { endpoint, Id, success } from "#endpoint.ts";
import { ListedProject } from "./projects.ts";

const params = z.object({ projectId: Id });

export const createExampleProject = endpoint({
  method: "POST",
  path: "/api/projects/:projectId/example",
  summary:
    "Create a project with example data beside this one, for its caller and administrators; returns the caller's example project if there is one",
  allow: "project:manage",
  params,
  response: success(ListedProject),
});

export const deleteExampleProject = endpoint({
  method: "DELETE",
  path: "/api/projects/:projectId/example",
  summary: "Delete a project with example data; it disappears immediately, its data in the background",
  allow: "project:manage",
  params,
  response: success(z.null()),
});
