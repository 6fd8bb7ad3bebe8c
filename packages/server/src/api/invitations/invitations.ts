import { dayMs } from "@plumb/contract/durations.ts";
import {
  createInvitation,
  inviteMessages,
  type Invitation,
  listInvitationRoles,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from "@plumb/contract/people/invitations.ts";
import { currentSettings } from "#core/current-settings.ts";
import { deliverInvitation } from "./deliver-invitation.ts";
import { projectRoles, systemRoles } from "./roles.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { type Caller, signedIn } from "#http/caller.ts";
import type { Context } from "#core/context.ts";
import { ApiError, refusedFields } from "#core/api-error.ts";
import { newSessionToken, tokenHash } from "#core/secrets.ts";
import { type AuditEntry, recordAudit } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
import { accountByEmail } from "#store/people/accounts.ts";
import * as store from "#store/people/invitations.ts";
import { membershipRole } from "#store/projects/members.ts";
import { projectExists } from "#store/projects/projects.ts";

const lifetimeMs = 7 * dayMs;

export function invitationRoutes(api: Api<"config" | "db" | "log" | "outgoing" | "publicUrl" | "secretBox">): void {
  api.route(createInvitation, async (call) => {
    const { context, body, caller, now } = call;
    const scope = scopeOf(body);
    await mayInvite(context, caller, scope.projectId);
    const token = newSessionToken();
    const invitation = await context.db.transaction().execute(async (transaction) => {
      await refuseUseless(context, transaction, body.email, scope.projectId);
      const created = await store.createInvitation(transaction, {
        ...scope,
        email: body.email,
        tokenHash: tokenHash(token),
        invitedBy: signedIn(caller).user.id,
        now,
        expiresAt: new Date(now.getTime() + lifetimeMs),
      });
      if (created === null)
        throw refusedFields(
          { email: "This address already has a pending invitation. Resend or revoke that one." },
          "conflict",
        );
      await recordAudit(transaction, actorOf(call), about("invitation.created", created));
      return created;
    });
    return { data: await sent(context, invitation, token) };
  });

  api.route(listInvitations, async ({ context, query, caller, now }) => {
    const { user } = signedIn(caller);
    if (query.projectId !== undefined) await mayInvite(context, caller, query.projectId);
    const ledBy = user.role === "ADMIN" ? null : user.id;
    const { status, projectId, cursor: before, limit } = query;
    const page = { status, projectId, ledBy, before, now, limit: limit + 1 };
    const list = await store.invitationList(context.db, page);
    const last = list.length > limit ? list[limit - 1] : undefined;
    return { data: list.slice(0, limit), nextCursor: last?.id ?? null };
  });

  api.route(listInvitationRoles, async ({ query }) => ({
    data: [...(query.scope === "system" ? systemRoles : projectRoles)],
  }));

  api.route(revokeInvitation, async (call) => {
    const { context, params, caller, now } = call;
    return context.db.transaction().execute(async (transaction) => {
      const invitation = await manageable(transaction, caller, params.invitationId, now);
      if (!(await store.closeInvitation(transaction, invitation.id, "revoked", now))) throw notPending(invitation);
      await recordAudit(transaction, actorOf(call), about("invitation.revoked", invitation));
      return { data: { ...invitation, status: "revoked" as const } };
    });
  });

  api.route(resendInvitation, async (call) => {
    const { context, params, caller, now } = call;
    const token = newSessionToken();
    const expiresAt = new Date(now.getTime() + lifetimeMs);
    const invitation = await context.db.transaction().execute(async (transaction) => {
      const found = await manageable(transaction, caller, params.invitationId, now);
      await refuseUseless(context, transaction, found.email, found.project_id);
      // The invitation now depends on the rights of the user who sends it again.
      const renewed = { tokenHash: tokenHash(token), invitedBy: signedIn(caller).user.id, now, expiresAt };
      if (!(await store.renewInvitation(transaction, found.id, renewed))) throw notPending(found);
      await recordAudit(transaction, actorOf(call), about("invitation.resent", found));
      return (await store.invitationById(transaction, found.id, now)) ?? found;
    });
    return { data: await sent(context, invitation, token) };
  });
}

/**
 * Returns the role that an invitation gives, and its project if it has one.
 *
 * @throws ApiError `invalid` with the messages of the form.
 */
function scopeOf(body: {
  roleId?: number | undefined;
  projectId?: number | undefined;
  projectRoleId?: number | undefined;
}): Pick<store.NewInvitation, "role" | "projectId" | "projectRole"> {
  const { roleId, projectId, projectRoleId } = body;
  if (projectId === undefined && projectRoleId === undefined) {
    const role = systemRoles.find(({ id }) => id === roleId);
    if (role === undefined) throw refusedFields({ roleId: inviteMessages.role });
    return { role: role.key, projectId: null, projectRole: null };
  }
  if (roleId !== undefined)
    throw refusedFields({ roleId: "Choose either a role in the system or a role in a project, not both" });
  if (projectId === undefined) throw refusedFields({ projectId: inviteMessages.project });
  const role = projectRoles.find(({ id }) => id === projectRoleId);
  if (role === undefined) throw refusedFields({ projectRoleId: inviteMessages.projectRole });
  return { role: "USER", projectId, projectRole: role.key };
}

/** Administrators can invite to all projects, leads to their own. */
async function mayInvite({ db }: Pick<Context, "db">, caller: Caller, projectId: number | null): Promise<void> {
  const { user } = signedIn(caller);
  const nothingHere = new ApiError("not_found", "This project does not exist, or you are not a member of it.");
  if (user.role === "ADMIN") {
    if (projectId !== null && !(await projectExists(db, projectId))) throw nothingHere;
    return;
  }
  if (projectId === null) throw new ApiError("forbidden", "You can only invite people to projects that you lead.");
  const role = await membershipRole(db, projectId, user.id);
  if (role === null) throw nothingHere;
  if (role !== "LEAD") throw new ApiError("forbidden", "You can only invite people to projects that you lead.");
}

/** Rejects invitations without effect: the user already has access, or accounts cannot be created. */
async function refuseUseless(
  context: Pick<Context, "db" | "config">,
  transaction: Db,
  email: string,
  projectId: number | null,
): Promise<void> {
  const account = await accountByEmail(transaction, email);
  if (account === null) {
    if ((await currentSettings({ ...context, db: transaction })).signUp === "off")
      throw refusedFields({ email: noNewAccounts }, "conflict");
    return;
  }
  if (projectId === null) throw refusedFields({ email: "This address already has an account." }, "conflict");
  if ((await membershipRole(transaction, projectId, account.id)) !== null)
    throw refusedFields({ email: "This person is already a member of the project." }, "conflict");
}

/**
 * Returns the invitation if the caller may manage it.
 *
 * @throws ApiError `not_found` otherwise, even if it exists.
 */
async function manageable(transaction: Db, caller: Caller, id: number, now: Date): Promise<Invitation> {
  const invitation = await store.invitationById(transaction, id, now);
  const { user } = signedIn(caller);
  const visible =
    invitation !== null &&
    (user.role === "ADMIN" ||
      (invitation.project_id !== null &&
        (await membershipRole(transaction, invitation.project_id, user.id)) === "LEAD"));
  if (!visible) throw new ApiError("not_found", "This invitation does not exist.");
  return invitation;
}

const noNewAccounts =
  "This address has no account, and creating accounts is turned off in the settings. The invitation could not be accepted.";

function notPending({ status }: Invitation): ApiError {
  return new ApiError("conflict", `This invitation is ${status}; only pending invitations can be resent or revoked.`);
}

async function sent(
  context: Pick<Context, "config" | "db" | "log" | "outgoing" | "publicUrl" | "secretBox">,
  invitation: Invitation,
  token: string,
) {
  const link = `${context.publicUrl()}/accept-invitation/${token}`;
  return { invitation, link, ...(await deliverInvitation(context, invitation, link)) };
}

function about(action: AuditEntry["action"], invitation: Invitation): AuditEntry {
  return {
    action,
    projectId: invitation.project_id,
    targetType: "invitation",
    targetId: invitation.id,
    targetName: invitation.email,
    detail: { role: invitation.role_key, projectRole: invitation.project_role_key },
  };
}
