import { createProject, listProjects, readProject } from "@plumb/contract/projects.ts";
import type { Api } from "#http/api.ts";
import { Failure } from "#http/failure.ts";
import * as store from "#store/projects.ts";

export function projectRoutes(api: Api): void {
  api.route(listProjects, async ({ context, caller }) => {
    if (caller.kind !== "user")
      throw new Failure("forbidden", "An API key belongs to one project and cannot list others.");
    return { data: await store.projectsOf(context.db, caller.user.role === "ADMIN" ? "everybody" : caller.user.id) };
  });

  api.route(createProject, async ({ context, body }) => {
    const project = await store.createProject(context.db, body);
    if (project === null) throw new Failure("conflict", `A project called "${body.name}" exists already.`);
    return { data: project };
  });

  api.route(readProject, async ({ context, projectId }) => {
    const project = await store.projectById(context.db, projectId);
    if (project === null) throw new Failure("not_found", "This project does not exist.");
    return { data: project };
  });
}
