import type { Context } from "#core/context.ts";
import { notify } from "./notify.ts";
import { readersAmong } from "#store/items/people.ts";
import { membershipRole } from "#store/projects/members.ts";
import { projectById } from "#store/projects/projects.ts";

interface Disabled {
  /** User who added the destination, and may have left the project since. */
  readonly createdBy: number;
  readonly title: string;
  readonly message: string;
  /** Settings tab that lists the destination. */
  readonly tab: "connections" | "webhooks";
}

/** Notifies the user who added a destination, and its project's leads, that it was disabled. Only users who can open the settings get a link. */
export async function notifyDisabled(
  context: Pick<Context, "bus" | "clock" | "db" | "log">,
  projectId: number,
  { createdBy, title, message, tab }: Disabled,
): Promise<void> {
  const project = await projectById(context.db, projectId);
  if (project === null) return;
  const notice = {
    topic: "connections",
    title,
    message,
    type: "warning",
    metadata: { projectName: project.name },
    projectId,
  } as const;
  const withLink = { ...notice, actionUrl: `/settings?tab=${tab}&project=${projectId}` };
  // Administrators read a project without being members. Other members cannot open its settings.
  const role = await membershipRole(context.db, projectId, createdBy);
  const userIds = await readersAmong(context.db, projectId, [createdBy]);
  await notify(context, { userIds }, role === null || role === "LEAD" ? withLink : notice);
  await notify(context, { membersOf: projectId, roles: ["LEAD"], except: [createdBy] }, withLink);
}
