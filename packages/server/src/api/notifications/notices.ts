import type { ProjectRole, User } from "@plumb/contract/people/auth.ts";
import type { Invitation } from "@plumb/contract/people/invitations.ts";
import { projectRoles } from "#api/invitations/roles.ts";
import type { Context } from "#core/context.ts";
import { notify } from "#inbox/notify.ts";
import { accountByEmail } from "#store/people/accounts.ts";
import { projectById } from "#store/projects/projects.ts";

// Notifications about changes by other users. Users are not notified of their own changes.

interface MemberNotice {
  readonly actor: User;
  readonly userId: number;
  readonly projectId: number;
  readonly role: ProjectRole;
}

export async function notifyAddedMember(
  context: Pick<Context, "bus" | "clock" | "db" | "log">,
  { actor, userId, projectId, role }: MemberNotice,
) {
  if (actor.id === userId) return;
  const projectName = await nameOf(context, projectId);
  await notify(
    context,
    { userIds: [userId] },
    {
      topic: "other",
      projectId,
      title: `You are now a member of ${projectName}`,
      message: `${displayName(actor)} added you with the role ${roleName(role)}.`,
      type: "success",
      actionUrl: `/projects/${projectId}`,
      metadata: { assignedBy: displayName(actor), projectName },
    },
  );
}

export async function notifyChangedMember(
  context: Pick<Context, "bus" | "clock" | "db" | "log">,
  { actor, userId, projectId, role, before }: MemberNotice & { readonly before: ProjectRole },
) {
  if (actor.id === userId || role === before) return;
  const projectName = await nameOf(context, projectId);
  await notify(
    context,
    { userIds: [userId] },
    {
      topic: "other",
      projectId,
      title: `Your role in ${projectName} is now ${roleName(role)}`,
      message: `${displayName(actor)} changed it from ${roleName(before)}.`,
      type: "other",
      actionUrl: `/projects/${projectId}`,
      metadata: { assignedBy: displayName(actor), projectName },
    },
  );
}

/** Notifies the sender of an invitation that it was accepted. */
export async function notifyInviter(context: Pick<Context, "bus" | "clock" | "db" | "log">, invitation: Invitation) {
  const inviter = await accountByEmail(context.db, invitation.invited_by_email);
  if (inviter === null) return;
  const { email, project_id: projectId, project_name: projectName, project_role_key: role } = invitation;
  const location =
    projectName === null || role === null
      ? "They can sign in now."
      : `They joined ${projectName} as ${roleName(role)}.`;
  await notify(
    context,
    { userIds: [inviter.id] },
    {
      topic: "other",
      ...(projectId !== null && { projectId }),
      title: `${email} accepted your invitation`,
      message: location,
      type: "success",
      actionUrl: "/settings?tab=users",
      metadata: projectName === null ? {} : { projectName },
    },
  );
}

/** Notifies the members of a deleted project. The notification belongs to no project, so it is not deleted with it. */
export async function notifyDeletedProject(
  context: Pick<Context, "bus" | "clock" | "db" | "log">,
  actor: User,
  project: { id: number; name: string },
) {
  await notify(
    context,
    { membersOf: project.id, roles: ["LEAD", "USER", "VIEWER"], except: [actor.id] },
    {
      topic: "other",
      title: `${project.name} was deleted`,
      message: `${displayName(actor)} deleted the project with all of its reports.`,
      type: "warning",
      metadata: { assignedBy: displayName(actor), projectName: project.name },
    },
  );
}

async function nameOf({ db }: Pick<Context, "db">, projectId: number): Promise<string> {
  return (await projectById(db, projectId))?.name ?? "a project";
}

function roleName(role: ProjectRole): string {
  return projectRoles.find(({ key }) => key === role)?.name ?? role;
}

function displayName({ displayName, name, email }: User): string {
  return displayName ?? name ?? email;
}
