import { counted } from "@plumb/contract/text/counted.ts";
import { incidentQuietMs } from "@plumb/analysis/incidents/find-incidents.ts";
import { formatDuration } from "@plumb/contract/figures.ts";
import { isWithin, type ProjectSource } from "./project-source.ts";
import type { MessageScope, RuleMessage } from "./rule-message.ts";
import { incidentsSince, type RecentIncident } from "#store/notification-rules/project-events.ts";

/** Messages about incidents that began, and incidents that ended because no such failure followed. Both messages share a thread. */
export const incidentMessages: ProjectSource = {
  events: ["incident.began", "incident.ended"],

  async read(db, scope) {
    const after = new Date(scope.since.getTime() - incidentQuietMs);
    return (await incidentsSince(db, scope.projectId, after)).flatMap((incident) => {
      const endedAt = new Date(incident.lastAt.getTime() + incidentQuietMs);
      const began = aboutIncident(scope, "incident.began", { incident, at: incident.startedAt });
      const ended = aboutIncident(scope, "incident.ended", { incident, at: endedAt });
      return [began, ended].filter(({ at }) => isWithin(scope, at));
    });
  },
};

function aboutIncident(
  { projectId, publicUrl }: MessageScope,
  event: "incident.began" | "incident.ended",
  { incident, at }: { incident: RecentIncident; at: Date },
): RuleMessage {
  const { id, tests, failures, startedAt, lastAt } = incident;
  const began = event === "incident.began";
  const url = `${publicUrl}/defects?incident=${id}&project=${projectId}`;
  return {
    event,
    key: began ? `incident:${id}` : `incident:${id}:ended`,
    at,
    subject: `incident:${id}`,
    message: () => ({
      title: `An incident ${began ? "began" : "ended"}: ${counted(tests, "test")} affected, ${counted(failures, "failure")}`,
      url,
      tone: began ? "failure" : "success",
      facts: began
        ? []
        : [
            {
              label: "From its first to its last failure",
              value: formatDuration(lastAt.getTime() - startedAt.getTime()),
            },
          ],
      blocks: [],
      actions: [{ label: "Open the incident", url }],
      footer: began ? null : "No such failure has followed for two hours.",
    }),
  };
}
