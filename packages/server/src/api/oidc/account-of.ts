import type { Invitation } from "@plumb/contract/people/invitations.ts";
import type { PublicConfig } from "@plumb/contract/administration/public-config.ts";
import { join } from "#api/invitations/join.ts";
import { notifyInviter } from "#api/notifications/notices.ts";
import { OidcRefusal } from "./oidc-refusal.ts";
import type { Person } from "./provider.ts";
import { signUpPolicy } from "#api/public-config/public-config.ts";
import type { Context } from "#core/context.ts";
import { createAccount } from "#store/people/accounts.ts";
import { recordAudit } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
import * as store from "#store/people/identities.ts";
import { closeInvitation, openInvitationsFor } from "#store/people/invitations.ts";
import { replacePassword } from "#store/people/profiles.ts";

interface Where {
  /** IP address of the request. */
  readonly address: string;
  readonly now: Date;
}

interface Settled {
  readonly id: number;
  readonly accepted?: readonly Invitation[];
  readonly passwordRemoved?: boolean;
}

/**
 * Returns the account that a user from the provider signs in to: the account linked earlier, else the account with their verified email address,
 * else a new account if the sign-up policy allows it (docs/decisions/0005-accounts-of-a-provider.md).
 *
 * @throws OidcRefusal
 */
export async function accountOf(
  context: Pick<Context, "bus" | "clock" | "config" | "db" | "log">,
  person: Person,
  where: Where,
): Promise<number> {
  const known = await store.identityHolder(context.db, person);
  if (known !== null) return active(known).id;
  const policy = await signUpPolicy(context);
  if (policy === "first-admin") throw new OidcRefusal("first-admin");
  const { email, name } = await person.describe();
  if (email === null) throw new OidcRefusal("unverified");
  const settled = await context.db.transaction().execute(async (transaction): Promise<Settled> => {
    await store.lockIdentities(transaction);
    const meanwhile = await store.identityHolder(transaction, person);
    if (meanwhile !== null) return active(meanwhile);
    const existing = await store.accountToLink(transaction, email);
    return existing === null
      ? create(transaction, { person, email, name, policy }, where)
      : link(transaction, { person, existing }, where);
  });
  for (const invitation of settled.accepted ?? []) await notifyInviter(context, invitation);
  if (settled.passwordRemoved === true) context.bus.publish({ about: "access", userId: settled.id });
  return settled.id;
}

function active(holder: store.Holder): store.Holder {
  if (holder.status === "deactivated") throw new OidcRefusal("deactivated");
  return holder;
}

type Linkable = NonNullable<Awaited<ReturnType<typeof store.accountToLink>>>;

/** Links the identity. An account with an unverified address loses its password, which someone else may have set, and all sessions. */
async function link(
  transaction: Db,
  { person, existing }: { person: Person; existing: Linkable },
  { address, now }: Where,
): Promise<Settled> {
  const { id, email, unproven } = existing;
  active(existing);
  await store.addIdentity(transaction, person, { userId: id, now });
  if (unproven) await replacePassword(transaction, { userId: id, passwordHash: null, keepSession: null, now });
  const detail = { issuer: person.issuer, passwordRemoved: unproven };
  const target = { targetType: "user", targetId: id, targetName: email } as const;
  await recordAudit(transaction, { id, email, address, now }, { action: "identity.linked", ...target, detail });
  return { id, passwordRemoved: unproven };
}

interface Newcomer {
  readonly person: Person;
  readonly email: string;
  readonly name: string | null;
  readonly policy: PublicConfig["signUp"];
}

/** The role is from the invitation or the default; claims of the provider do not affect it. */
async function create(
  transaction: Db,
  { person, email, name, policy }: Newcomer,
  { address, now }: Where,
): Promise<Settled> {
  if (policy === "off") throw new OidcRefusal("closed");
  const accepted: Invitation[] = [];
  for (const invitation of await openInvitationsFor(transaction, email, now))
    if (await closeInvitation(transaction, invitation.id, "accepted", now)) accepted.push(invitation);
  if (policy === "invitation" && accepted.length === 0) throw new OidcRefusal("closed");
  const role = accepted.some(({ role_key: invited }) => invited === "ADMIN") ? "ADMIN" : "USER";
  const user = await createAccount(transaction, { username: email, email, name, passwordHash: null, role });
  // Another account with this address has been created since.
  if (user === null) throw new OidcRefusal("failed");
  const { id } = user;
  await store.addIdentity(transaction, person, { userId: id, now });
  const target = { targetType: "user", targetId: id, targetName: email } as const;
  const detail = { issuer: person.issuer, role };
  await recordAudit(transaction, { id, email, address, now }, { action: "user.created", ...target, detail });
  for (const invitation of accepted) await join(transaction, invitation, { userId: id, address, now });
  return { id, accepted };
}
