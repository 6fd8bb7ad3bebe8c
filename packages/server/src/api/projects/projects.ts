import {
  createProject,
  deleteProject,
  listProjects,
  type Project,
  readProject,
  readProjectStats,
  updateProject,
} from "@plumb/contract/projects/projects.ts";
import { locateObject } from "@plumb/contract/projects/locate.ts";
import { notifyDeletedProject } from "#api/notifications/notices.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { signedIn } from "#http/caller.ts";
import { ApiError, refusedFields } from "#core/api-error.ts";
import { type AuditEntry, recordAudit } from "#store/administration/audit.ts";
import * as store from "#store/projects/projects.ts";
import { projectWithObject } from "#store/projects/locate.ts";
import { markAllForEvaluation } from "#store/tests/test-states.ts";
import { queueTestEvaluation } from "#tests/queue-test-evaluation.ts";
import { queueDeletion } from "./queue-deletion.ts";

export function projectRoutes(api: Api<"bus" | "clock" | "db" | "log">): void {
  api.route(listProjects, async ({ context, caller }) => {
    if (caller.kind !== "user")
      throw new ApiError("forbidden", "An API key belongs to one project and cannot list projects.");
    return { data: await store.projectsOf(context.db, caller.user) };
  });

  api.route(locateObject, async ({ context, caller, params: { kind, id } }) => {
    const projectId = await projectWithObject(context.db, signedIn(caller).user, kind, id);
    if (projectId === null)
      throw new ApiError("not_found", "This does not exist, or you are not a member of its project.");
    return { data: { projectId } };
  });

  api.route(createProject, async (call) =>
    call.context.db.transaction().execute(async (transaction) => {
      const project = await store.createProject(transaction, call.body, call.now);
      if (project === null) throw nameTaken(call.body.name);
      await recordAudit(transaction, actorOf(call), about("project.created", project));
      return { data: project };
    }),
  );

  api.route(readProject, async ({ context, projectId }) => {
    const project = await store.projectById(context.db, projectId);
    if (project === null) throw removed();
    return { data: project };
  });

  api.route(updateProject, async (call) => {
    const { context, projectId, body, now } = call;
    const otherBranches = body.settings?.mainBranches !== undefined;
    const data = await context.db.transaction().execute(async (transaction) => {
      const project = await store.updateProject(transaction, projectId, body, now);
      if (project === "gone") throw removed();
      if (project === "name-taken") throw nameTaken(body.name ?? "");
      if (project === "outdated")
        throw new ApiError(
          "conflict",
          "Another user changed this project. Your changes have not been saved; reload it and make them again.",
        );
      const { version: _version, ...detail } = body;
      await recordAudit(transaction, actorOf(call), { ...about("project.changed", project), detail });
      if (otherBranches) await markAllForEvaluation(transaction, projectId);
      return project;
    });
    if (otherBranches) await queueTestEvaluation(context, projectId);
    return { data };
  });

  api.route(deleteProject, async (call) => {
    const { context, params, body, now } = call;
    const deleted = await context.db.transaction().execute(async (transaction) => {
      const project = await store.projectById(transaction, params.projectId);
      if (project === null) throw removed();
      if (body?.confirm !== undefined && body.confirm !== project.name)
        throw refusedFields({ confirm: `To delete the project, type its name: ${project.name}` });
      if (!(await queueDeletion(transaction, project.id, now))) throw removed();
      await recordAudit(transaction, actorOf(call), about("project.deleted", project));
      return project;
    });
    context.bus.publish({ about: "project-gone", projectId: deleted.id });
    context.bus.publish({ about: "jobs" });
    await notifyDeletedProject(context, signedIn(call.caller).user, deleted);
    return { data: null };
  });

  api.route(readProjectStats, async ({ context, projectId }) => ({
    data: await store.projectStats(context.db, projectId),
  }));
}

function nameTaken(name: string): ApiError {
  return refusedFields({ name: `There is already a project called "${name}".` }, "conflict");
}

function removed(): ApiError {
  return new ApiError("not_found", "This project does not exist.");
}

function about(action: AuditEntry["action"], { id, name }: Pick<Project, "id" | "name">): AuditEntry {
  return { action, projectId: id, targetType: "project", targetId: id, targetName: name };
}
