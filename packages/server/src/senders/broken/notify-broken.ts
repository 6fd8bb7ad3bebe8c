import { recoveredText, stoppedAccountText, stoppedText } from "./broken-texts.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import type { Context } from "#core/context.ts";
import { type Notice, publish, writeNotifications } from "#inbox/notify.ts";
import type { Db } from "#store/db.ts";
import { takeRecoveredAccounts, takeStoppedAccounts } from "#store/outbox/broken-accounts.ts";
import {
  type BrokenDestination,
  forgetClosedDestinations,
  isMailBroken,
  projectsToNotify,
  takeRecovered,
  takeStopped,
} from "#store/outbox/broken-destinations.ts";
import type { Recipients, StoredNotification } from "#store/people/notifications.ts";
import { projectById } from "#store/projects/projects.ts";

type Needs = Pick<Context, "bus" | "clock" | "db" | "log">;
type Text = Pick<Notice, "message" | "title" | "type">;

/**
 * Notifies the leads of each project of its connections and webhooks that stopped working, and of those that work again; administrators of emails to
 * users, and of accounts of the server.
 */
export async function notifyBroken(context: Needs, signal: AbortSignal): Promise<void> {
  const { db } = context;
  await forgetClosedDestinations(db);
  for (const projectId of await projectsToNotify(db, context.clock())) {
    if (signal.aborted) return;
    await inTransaction(context, (transaction) => notifyProject(transaction, projectId, context.clock()));
  }
  await inTransaction(context, (transaction) => notifyAdministrators(transaction, context.clock()));
}

/** Marks destinations and stores their notifications in one transaction, so that one server reports each problem once. */
async function inTransaction(context: Needs, write: (transaction: Db) => Promise<StoredNotification[]>): Promise<void> {
  try {
    publish(context, await context.db.transaction().execute(write));
  } catch (error) {
    // The other projects are still notified, and this one in the next round.
    context.log.error({ err: error }, "broken connections could not be reported");
  }
}

async function notifyProject(transaction: Db, projectId: number, now: Date): Promise<StoredNotification[]> {
  const stopped = await takeStopped(transaction, projectId, now);
  const recovered = await takeRecovered(transaction, projectId, now);
  const notifyAbout = async (rows: readonly BrokenDestination[], text: Text) =>
    rows.length === 0 ? [] : write(transaction, { projectId, rows, text, now });
  return [
    ...(await notifyAbout(stopped, { ...stoppedText(stopped, now), type: "error" })),
    ...(await notifyAbout(recovered, { ...recoveredText(recovered), type: "success" })),
  ];
}

interface ProjectNotice {
  readonly projectId: number;
  readonly rows: readonly BrokenDestination[];
  readonly text: Text;
  readonly now: Date;
}

async function write(transaction: Db, { projectId, rows, text, now }: ProjectNotice): Promise<StoredNotification[]> {
  const isAboutMail = rows.some(
    ({ kind, connectorType, isServerAccount }) => kind === "mail" || (connectorType === "email" && isServerAccount),
  );
  const withoutMail = isAboutMail || (await isMailBroken(transaction));
  const common = { ...text, topic: "connections", withoutMail } as const;
  if (projectId === 0)
    return writeNotifications(
      transaction,
      { administrators: true },
      { ...common, metadata: {}, actionUrl: "/connectors" },
      now,
    );
  const project = await projectById(transaction, projectId);
  if (project === null) return [];
  const tab = rows.every(({ kind }) => kind === "webhook") ? "webhooks" : "connections";
  const notice: Notice = {
    ...common,
    metadata: { projectName: project.name },
    projectId,
    actionUrl: `/settings?tab=${tab}&project=${projectId}`,
  };
  const toLeads: Recipients = { membersOf: projectId, roles: ["LEAD"] };
  const written = await writeNotifications(transaction, toLeads, notice, now);
  // A project without an active lead is managed by administrators.
  return written.length > 0 ? written : writeNotifications(transaction, { administrators: true }, notice, now);
}

async function notifyAdministrators(transaction: Db, now: Date): Promise<StoredNotification[]> {
  const stopped = await takeStoppedAccounts(transaction);
  const recovered = await takeRecoveredAccounts(transaction);
  const isBroken = await isMailBroken(transaction);
  const texts = [
    ...stopped.map((account) => ({ ...stoppedAccountText(account), kind: account.type, type: "error" as const })),
    ...recovered.map((type) => ({
      title: `The ${connectors[type].name} account of this server works again`,
      message: "The connections of all projects that use it work.",
      kind: type,
      type: "success" as const,
    })),
  ];
  const written: StoredNotification[] = [];
  for (const { kind, ...text } of texts) {
    const withoutMail = isBroken || kind === "email";
    const notice = { ...text, topic: "connections", withoutMail, metadata: {}, actionUrl: "/connectors" } as const;
    written.push(...(await writeNotifications(transaction, { administrators: true }, notice, now)));
  }
  return written;
}
