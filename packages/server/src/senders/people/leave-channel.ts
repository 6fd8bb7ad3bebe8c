import { z } from "zod";
import { projectOfLeaveToken } from "#connectors/bindings/leave-link.ts";
import { addressesOf, mailChannel } from "#connectors/mail/channel.ts";
import { ApiError } from "#core/api-error.ts";
import type { Context } from "#core/context.ts";
import { escapeHtml } from "#core/escape-html.ts";
import { createRateLimit } from "#core/rate-limit.ts";
import { recordAudit } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
import {
  bindingDestination,
  bindingsOf,
  lockBinding,
  switchOffBinding,
  updateBinding,
} from "#store/integrations/bindings.ts";
import { addMailOptOut } from "#store/integrations/mail-opt-outs.ts";
import { projectById } from "#store/projects/projects.ts";

const Params = z.object({ token: z.string() });
const Address = z.string().trim().min(3).max(320);

/** Returns the page on which a recipient enters an address, and the function that removes this address from all mail connections of the project. */
export function createLeavePage(context: Pick<Context, "clock" | "db" | "signer">) {
  const limit = createRateLimit({ max: 20, windowMs: 60_000, clock: context.clock });
  const projectOf = async (params: unknown) => {
    const id = projectOfLeaveToken(context, Params.parse(params).token);
    const project = id === null ? null : await projectById(context.db, id);
    if (project === null)
      throw new ApiError("forbidden", "This link has expired. Ask a lead of the project to remove your address.");
    return project;
  };
  return {
    async show({ params }: { readonly params: unknown }): Promise<string> {
      const { name } = await projectOf(params);
      return page(
        `<p>Emails about the project ${escapeHtml(name)} go to several addresses. Enter yours to get no more of them.</p>
<form method="post"><label>Email address <input name="address" type="email" required maxlength="320"></label> <button>Unsubscribe</button></form>`,
      );
    },
    async leave({ params, body, ip }: { readonly params: unknown; readonly body: Buffer; readonly ip: string }) {
      limit.count(ip);
      const { id, name } = await projectOf(params);
      const address = Address.safeParse(new URLSearchParams(body.toString()).get("address"));
      if (!address.success) throw new ApiError("invalid", "Enter your email address.");
      await removeAddress(context, { projectId: id, address: address.data, ip });
      // The same response for other addresses, so that callers cannot test which addresses are recipients.
      return page(
        `<p>${escapeHtml(address.data)} gets no more emails of this kind about the project ${escapeHtml(name)}.</p>`,
      );
    },
  };
}

interface Leaving {
  readonly projectId: number;
  readonly address: string;
  readonly ip: string;
}

async function removeAddress({ db, clock }: Pick<Context, "clock" | "db">, input: Leaving): Promise<void> {
  const { projectId, address } = input;
  const now = clock();
  await db.transaction().execute(async (transaction) => {
    const all = await bindingsOf(transaction, projectId);
    const own = all.filter(
      ({ connectorType, settings }) => connectorType === "email" && addressesOf(settings).some(isSame(address)),
    );
    for (const { id } of own) await removeFrom(transaction, id, input, now);
    if (own.length > 0) await addMailOptOut(transaction, { projectId, address, now });
  });
}

async function removeFrom(transaction: Db, id: number, { projectId, address, ip }: Leaving, now: Date): Promise<void> {
  const binding = await lockBinding(transaction, projectId, id);
  if (binding === null) return;
  const others = addressesOf(binding.settings).filter((one) => !isSame(address)(one));
  const settings = { ...binding.settings, addresses: others.join(", ") };
  const isEmpty = others.length === 0;
  if (isEmpty) await switchOffBinding(transaction, bindingDestination(binding), "All recipients have unsubscribed.");
  await updateBinding(transaction, binding, {
    settings,
    name: isEmpty ? "No addresses" : mailChannel.bindingName(settings),
    ...(isEmpty && { enabled: false }),
  });
  await recordAudit(
    transaction,
    { id: null, email: address, address: ip, now },
    {
      action: "binding.changed",
      projectId,
      targetType: "binding",
      targetId: id,
      targetName: `Email Server ${binding.name}`,
      detail: { unsubscribed: address },
    },
  );
}

function isSame(address: string): (other: string) => boolean {
  return (other) => other.toLowerCase() === address.toLowerCase();
}

function page(content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Unsubscribe</title></head>
<body style="max-width:600px;margin:40px auto;padding:0 16px;font:16px/1.5 system-ui,sans-serif">
<main><h1>Unsubscribe</h1>
${content}
</main>
</body>
</html>
`;
}
