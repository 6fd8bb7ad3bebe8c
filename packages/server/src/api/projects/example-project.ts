import { createExampleProject, deleteExampleProject } from "@plumb/contract/projects/example-project.ts";
import type { Project } from "@plumb/contract/projects/projects.ts";
import { ApiError } from "#core/api-error.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { signedIn } from "#http/caller.ts";
import { type AuditEntry, recordAudit } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import { addMember } from "#store/projects/members.ts";
import { createProject, exampleProjectOf, isExampleProject, projectById } from "#store/projects/projects.ts";
import { queueDeletion } from "./queue-deletion.ts";

export function exampleProjectRoutes(api: Api<"bus" | "clock" | "db" | "log">): void {
  api.route(createExampleProject, async (call) => {
    const { context, caller, now } = call;
    const { id: userId } = signedIn(caller).user;
    const project = await context.db.transaction().execute(async (transaction) => {
      const existing = await exampleProjectOf(transaction, userId);
      if (existing !== null) return existing;
      const created = await newProject(transaction, userId, now);
      await addMember(transaction, created.id, userId, "LEAD");
      await recordAudit(transaction, actorOf(call), about("example.created", created));
      await enqueue(transaction, {
        kind: "fill-example",
        projectId: created.id,
        key: String(created.id),
        data: {},
        now,
      });
      return created;
    });
    context.bus.publish({ about: "jobs" });
    context.bus.publish({ about: "access", userId });
    return { data: { ...project, role: "LEAD" as const } };
  });

  api.route(deleteExampleProject, async (call) => {
    const { context, projectId, now } = call;
    await context.db.transaction().execute(async (transaction) => {
      const project = await projectById(transaction, projectId);
      if (project === null || !(await isExampleProject(transaction, projectId))) throw noExample();
      if (!(await queueDeletion(transaction, projectId, now))) throw noExample();
      await recordAudit(transaction, actorOf(call), about("example.deleted", project));
    });
    context.bus.publish({ about: "project-gone", projectId });
    context.bus.publish({ about: "jobs" });
    return { data: null };
  });
}

/** Creates the project. A second user's has another name, because names are unique. */
async function newProject(transaction: Db, userId: number, now: Date): Promise<Project> {
  for (const name of ["Example shop", `Example shop ${userId}`]) {
    const project = await createProject(
      transaction,
      {
        name,
        description: "Example data: three weeks of a made-up outdoor shop. Remove it when you no longer need it",
        type: "playwright",
        status: "active",
        // Otherwise its creator would be notified of failures that never happened.
        settings: { retentionDays: 365, autoCleanup: false, notifications: false, example: true },
      },
      now,
    );
    if (project !== null) return project;
  }
  throw new ApiError("conflict", `Projects named "Example shop" exist already. Rename them, and try again.`);
}

function noExample(): ApiError {
  return new ApiError("conflict", "This project has no example data. Nothing was deleted.");
}

function about(action: AuditEntry["action"], { id, name }: Pick<Project, "id" | "name">): AuditEntry {
  return { action, projectId: id, targetType: "project", targetId: id, targetName: name };
}
