import {
  acceptInvitation,
  type Invitation,
  newAccountErrors,
  readInvitation,
} from "@plumb/contract/people/invitations.ts";
import { join } from "./join.ts";
import { projectRoles, systemRoles } from "./roles.ts";
import { notifyInviter } from "#api/notifications/notices.ts";
import { currentSettings } from "#core/current-settings.ts";
import type { Context } from "#core/context.ts";
import type { Api, Call } from "#http/api.ts";
import { guessablePassword } from "#core/guessable-password.ts";
import { ApiError, refuseAny, refusedFields } from "#core/api-error.ts";
import { hashPassword } from "#core/password-hash.ts";
import { tokenHash } from "#core/secrets.ts";
import { accountByEmail, createAccount, makeAdmin, sessionUser } from "#store/people/accounts.ts";
import type { Db } from "#store/db.ts";
import { closeInvitation, openInvitation } from "#store/people/invitations.ts";

export function acceptInvitationRoutes(api: Api<"bus" | "clock" | "config" | "db" | "log">): void {
  api.route(readInvitation, async ({ context, params, now }) => {
    const invitation = await openInvitation(context.db, tokenHash(params.token), now);
    if (invitation === null) throw invalid();
    const hasAccount = (await accountByEmail(context.db, invitation.email)) !== null;
    if (!hasAccount) await refuseWhereClosed(context);
    return {
      data: {
        email: invitation.email,
        roleName: roleName(invitation),
        projectName: invitation.project_name,
        expiresAt: invitation.expires_at,
        hasAccount,
      },
    };
  });

  api.route(acceptInvitation, async (call) => {
    const { context, params, now, request } = call;
    const invitation = await openInvitation(context.db, tokenHash(params.token), now);
    if (invitation === null) throw invalid();
    const account = await whoJoins(call, invitation);
    await context.db.transaction().execute(async (transaction) => {
      if (!(await closeInvitation(transaction, invitation.id, "accepted", now))) throw invalid();
      await join(transaction, invitation, { userId: await account(transaction), address: request.ip, now });
    });
    await notifyInviter(context, invitation);
    return { data: { email: invitation.email, projectId: invitation.project_id } };
  });
}

/**
 * Checks the account before the transaction, so that no password is hashed inside it. The returned function finds or creates the account in the
 * transaction and returns its id.
 */
async function whoJoins(
  { context, request, body }: Call<typeof acceptInvitation, "clock" | "config" | "db">,
  invitation: Invitation,
): Promise<(transaction: Db) => Promise<number>> {
  const account = await accountByEmail(context.db, invitation.email);
  if (account === null) {
    await refuseWhereClosed(context);
    refuseAny(newAccountErrors(body));
    const guessable = await guessablePassword(body.password, [invitation.email, body.name]);
    if (guessable !== undefined) throw refusedFields({ password: guessable });
    const passwordHash = await hashPassword(body.password);
    return async (transaction) => {
      const { email, role_key: role } = invitation;
      const created = await createAccount(transaction, { username: email, email, name: body.name, passwordHash, role });
      if (created === null) throw new ApiError("conflict", "This email address already has an account.");
      return created.id;
    };
  }
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const user = token === undefined ? null : await sessionUser(context.db, tokenHash(token), context.clock());
  if (user === null)
    throw new ApiError(
      "conflict",
      "This address already has an account. Sign in with it, then open the link of the invitation again.",
    );
  if (user.id !== account.id)
    throw new ApiError(
      "forbidden",
      `This invitation is for ${invitation.email}. Sign in with that account, then open the link again.`,
    );
  return async (transaction) => {
    if (invitation.role_key === "ADMIN") await makeAdmin(transaction, account.id);
    return account.id;
  };
}

/** The sign-up settings may have changed since the invitation was created. */
async function refuseWhereClosed(context: Pick<Context, "config" | "db">): Promise<void> {
  if ((await currentSettings(context)).signUp === "off")
    throw new ApiError(
      "forbidden",
      "Creating accounts is turned off on this server, so this invitation cannot be accepted. Ask an administrator.",
    );
}

/** One message for invalid, used, expired and revoked links, so that guesses reveal nothing. */
function invalid(): ApiError {
  return new ApiError("not_found", "Invalid or expired invitation");
}

function roleName({ role_key: role, project_role_key: projectRole }: Invitation): string {
  const found =
    projectRole === null
      ? systemRoles.find(({ key }) => key === role)
      : projectRoles.find(({ key }) => key === projectRole);
  return found?.name ?? role;
}
