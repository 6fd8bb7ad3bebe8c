import { counted } from "@plumb/contract/text/counted.ts";
import { hourMs } from "@plumb/contract/durations.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { runDetails } from "./about-run.ts";
import { matchesRun } from "./conditions.ts";
import { isWithin, type ProjectSource } from "./project-source.ts";
import type { MessageScope, RuleMessage } from "./rule-message.ts";
import { type Silence, suiteSilences } from "#store/notification-rules/suite-silences.ts";

/** Messages about suites that usually run and have not run for long, once per silence. */
export const silentSuites: ProjectSource = {
  events: ["suite.silent"],

  async read(db, scope, { conditions }) {
    const silences = await suiteSilences(db, scope.projectId, scope);
    return silences
      .filter((silence) => isWithin(scope, silence.at) && matchesRun(conditions, silence))
      .map((silence) => aboutSilence(scope, silence));
  },
};

function aboutSilence({ publicUrl }: MessageScope, silence: Silence): RuleMessage {
  const { runId, number, suite, at, startedAt, usualPauseMs } = silence;
  const url = `${publicUrl}/reports/${runId}`;
  return {
    event: "suite.silent",
    key: `silent:${runId}`,
    at,
    subject: null,
    about: [`run:${runId}`],
    message: () => ({
      title: `${cut(suite, 100)} has not run for ${lengthOf(at.getTime() - startedAt.getTime())}`,
      url,
      tone: "warning",
      facts: [
        ...runDetails(silence),
        { label: "Last run", value: `#${number}` },
        { label: "Usual longest pause", value: lengthOf(usualPauseMs) },
      ],
      blocks: [],
      actions: [{ label: "Open the last report", url }],
      footer: null,
    }),
  };
}

/** Returns `1 hour`, `36 hours` or `5 days`. */
function lengthOf(ms: number): string {
  const hours = Math.max(1, Math.round(ms / hourMs));
  if (hours <= 48) return counted(hours, "hour");
  return `${Math.round(hours / 24)} days`;
}
