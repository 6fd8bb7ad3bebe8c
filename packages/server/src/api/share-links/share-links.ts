import { dayMs } from "@plumb/contract/durations.ts";
import {
  createShareLink,
  listShareLinks,
  maxShareDays,
  maxShareLinks,
  readSharedView,
  revokeShareLink,
  type ShareTarget,
} from "@plumb/contract/projects/share-links.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { currentSettings } from "#core/current-settings.ts";
import { ApiError, refusedFields } from "#core/api-error.ts";
import { newShareToken, tokenHash } from "#core/secrets.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { notShared, signedIn } from "#http/caller.ts";
import { recordAudit } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
import { lockProject } from "#store/projects/lock-project.ts";
import * as store from "#store/projects/share-links.ts";
import { resultGenerations } from "#store/results/results.ts";
import { reportById } from "#store/runs/runs.ts";
import { weekWindow } from "#weeks/week-window.ts";

export function shareLinkRoutes(api: Api<"config" | "db" | "publicUrl">): void {
  api.route(listShareLinks, async ({ context, projectId, now }) => ({
    data: await store.shareLinksOf(context.db, projectId, now),
  }));

  api.route(createShareLink, async (call) => {
    const { context, projectId, body, now, caller } = call;
    const expiresAt = new Date(body.expiresAt);
    if (expiresAt <= now) throw refusedFields({ expiresAt: "Choose an end in the future" });
    if (expiresAt.getTime() > now.getTime() + maxShareDays * dayMs)
      throw refusedFields({ expiresAt: "A share link works for at most a year. Choose an earlier end" });
    if (!(await currentSettings(context)).shareLinks)
      throw new ApiError("forbidden", "Share links are turned off on this server. An administrator can turn them on.");
    const title = await titleOf(context.db, { projectId, target: body.target, now });
    const token = newShareToken(projectId);
    const createdBy = signedIn(caller).user.id;
    const { target } = body;
    const link = {
      projectId,
      tokenHash: tokenHash(token),
      target,
      title,
      createdBy,
      now,
      expiresAt,
      max: maxShareLinks,
    };
    return context.db.transaction().execute(async (transaction) => {
      // Two calls at the same time would otherwise exceed the maximum.
      if (!(await lockProject(transaction, projectId))) throw missing();
      const id = await store.createShareLink(transaction, link);
      if (id === null)
        throw new ApiError(
          "conflict",
          `This project has ${maxShareLinks} share links that work. Revoke one, then create this one again.`,
        );
      await recordAudit(transaction, actorOf(call), {
        action: "share_link.created",
        ...linkTarget(projectId, id, title),
        detail: { kind: target.kind, expiresAt: expiresAt.toISOString() },
      });
      return { data: { id, url: `${context.publicUrl()}/s/${token}`, expiresAt: expiresAt.toISOString() } };
    });
  });

  api.route(revokeShareLink, async (call) => {
    const { context, projectId, params, now } = call;
    return context.db.transaction().execute(async (transaction) => {
      const title = await store.revokeShareLink(transaction, projectId, params.linkId, now);
      if (title === null) throw new ApiError("not_found", "This share link does not exist in this project.");
      const target = linkTarget(projectId, params.linkId, title);
      await recordAudit(transaction, actorOf(call), { action: "share_link.revoked", ...target });
      return { data: null };
    });
  });

  api.route(readSharedView, async ({ context, projectId, caller }) => {
    if (caller.kind !== "share") throw notShared();
    const { id, target, title, projectName, sharedBy, expiresAt } = caller.link;
    await store.countShareUse(context.db, projectId, id);
    const run = target.kind === "failure" ? await reportById(context.db, projectId, target.reportId) : null;
    return {
      data: { target, title, projectId, projectName, sharedBy, expiresAt: expiresAt.toISOString(), run },
    };
  });
}

function linkTarget(projectId: number, linkId: number, title: string) {
  return { projectId, targetType: "share_link", targetId: linkId, targetName: title } as const;
}

interface Requested {
  readonly projectId: number;
  readonly target: ShareTarget;
  readonly now: Date;
}

/**
 * Returns the name of a target for lists and the audit log.
 *
 * @throws ApiError `not_found` if the project has no such report or result, `invalid` for a week that has not started
 */
async function titleOf(db: Db, { projectId, target, now }: Requested): Promise<string> {
  if (target.kind === "week") {
    weekWindow(target, { timeZone: target.timeZone, now });
    return `Week ${target.week}`;
  }
  const report = async (id: number) => (await reportById(db, projectId, id)) ?? notHere();
  if (target.kind === "report") return named(await report(target.reportId));
  if (target.kind === "comparison") {
    const [base, head] = [await report(target.baseId), await report(target.headId)];
    return base.testSuite === head.testSuite
      ? `#${base.number} and ${named(head)}`
      : `${named(base)} and ${named(head)}`;
  }
  const run = await report(target.reportId);
  const latest = (await resultGenerations(db, projectId, run.id, target.resultId)).at(-1);
  if (latest === undefined) throw new ApiError("not_found", "This report has no such test result.");
  return `${latest.titlePath.at(-1) ?? "Test"} in ${named(run)}`;
}

function named({ number, testSuite }: Pick<Report, "number" | "testSuite">): string {
  return `#${number} of ${testSuite}`;
}

function notHere(): never {
  throw missing();
}

function missing(): ApiError {
  return new ApiError("not_found", "The requested report could not be found.");
}
