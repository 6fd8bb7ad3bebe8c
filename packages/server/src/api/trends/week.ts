import { linkWeek, exportWeek, readLinkedWeek, readWeek, type WeekFilter } from "@plumb/contract/trends/week.ts";
import { fileLink } from "#api/exports/present-export.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import { fileName } from "#exports/file-name.ts";
import { renderWeekInThread } from "#exports/render/render-week-in-thread.ts";
import type { Api } from "#http/api.ts";
import { zoneOf } from "#http/caller.ts";
import type { SentFile } from "#http/send-file.ts";
import { presentWeek, weekWindow } from "#weeks/week-window.ts";
import { weekSummary } from "#weeks/week-summary.ts";

/** Content of a signed link: a week of a project in the time zone of the requester. */
interface Linked extends Pick<WeekFilter, "owner" | "suite"> {
  readonly projectId: number;
  readonly week: string;
  readonly timeZone: string;
}

const claimOf = "week:";

export function weekRoutes(
  api: Api<"clock" | "db" | "failureIndex" | "publicUrl" | "runStats" | "signer" | "threads">,
): void {
  api.read(readWeek, async ({ context, projectId, query, caller, now }) => ({
    data: await weekSummary(context, projectId, {
      window: weekWindow(query, { timeZone: query.timeZone ?? zoneOf(caller), now }),
      filter: query,
      now,
    }),
  }));

  api.file(exportWeek, ({ context, projectId, query, caller }) => {
    const now = context.clock();
    return weekFile(context, {
      projectId,
      query,
      window: weekWindow(query, { timeZone: query.timeZone ?? zoneOf(caller), now }),
      now,
    });
  });

  api.route(linkWeek, async ({ context, projectId, query: { suite, owner, ...query }, caller, now }) => {
    const { week, timeZone } = presentWeek(weekWindow(query, { timeZone: query.timeZone ?? zoneOf(caller), now }));
    const linked: Linked = { projectId, week, timeZone, suite, owner };
    const url = fileLink(context.signer, "/api/exports/week?link=", `${claimOf}${JSON.stringify(linked)}`, now);
    return { data: { url } };
  });

  api.file(readLinkedWeek, ({ context, query: { link }, now }) => {
    const claim = context.signer.verify(link, now);
    if (claim?.startsWith(claimOf) !== true)
      throw new ApiError("forbidden", "This link has expired. Download the file again from the app.");
    const { projectId, ...query } = JSON.parse(claim.slice(claimOf.length)) as Linked;
    return weekFile(context, { projectId, query, window: weekWindow(query, { timeZone: query.timeZone, now }), now });
  });
}

async function weekFile(
  context: Pick<Context, "db" | "failureIndex" | "publicUrl" | "runStats" | "threads">,
  request: {
    readonly projectId: number;
    readonly query: Pick<WeekFilter, "owner" | "suite">;
    readonly window: ReturnType<typeof weekWindow>;
    readonly now: Date;
  },
): Promise<SentFile> {
  const { projectId, query: filter, window, now } = request;
  const week = await weekSummary(context, projectId, { window, filter, now });
  const origin = context.publicUrl();
  return {
    name: fileName([week.projectName, week.week], "pdf"),
    type: "application/pdf",
    body: (out, signal) => renderWeekInThread(context.threads, { week, origin }, out, signal),
  };
}
