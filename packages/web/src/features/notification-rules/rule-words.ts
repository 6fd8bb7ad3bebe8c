import type { NotificationRule, RuleConditions, RuleEvent } from "@plumb/contract/integrations/notification-rules.ts";

export const eventWords: Readonly<Record<RuleEvent, { readonly word: string; readonly what: string }>> = {
  "run.finished": { word: "Run finished", what: "Every run, regardless of its result" },
  "run.failed": { word: "Run failed", what: "Every run with failures" },
  "run.recovered": {
    word: "Run recovered",
    what: "A run passed after one of its suite, environment and branch failed",
  },
  "cause.new": { word: "New cause", what: "Tests failed for a reason that was never seen before" },
  "cause.returned": { word: "Cause returned", what: "A cause failed again after a run without it" },
  "test.flaky": { word: "Flaky test", what: "A test became flaky" },
  "test.broken": { word: "Broken test", what: "A test became broken" },
  "incident.began": { word: "Incident", what: "Many tests failed at once for a reason outside of them" },
  "quarantine.ends": { word: "Quarantine ends", what: "A quarantine ends within a day" },
};
export const offeredEvents = Object.keys(eventWords) as RuleEvent[];

export const conditionWords = {
  suite: "Suites",
  environment: "Environments",
  branch: "Branches",
  tag: "Tags",
  owner: "Owners",
} as const;
export type TextCondition = keyof typeof conditionWords;

/** Returns the conditions of a rule on one line; empty if there are none. */
export function conditionText(conditions: RuleConditions): string {
  const parts = (Object.keys(conditionWords) as TextCondition[])
    .filter((name) => conditions[name].length > 0)
    .map((name) => `${conditionWords[name].toLowerCase()}: ${conditions[name].join(", ")}`);
  if (conditions.class.length > 0) parts.push(`classes: ${conditions.class.join(", ")}`);
  return parts.join(" · ");
}

/** Values of a text field that are separated by commas or lines. */
export function valuesIn(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[,\n]/)
        .map((value) => value.trim())
        .filter((value) => value !== ""),
    ),
  ];
}

export function timeText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

/** Returns the minute of the day of `22:30`; `null` for other texts. */
export function minuteIn(text: string): number | null {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text);
  const [hours, minutes] = [Number(match?.[1]), Number(match?.[2])];
  return match !== null && hours < 24 && minutes < 60 ? hours * 60 + minutes : null;
}

export function quietText({ quiet }: Pick<NotificationRule, "quiet">): string | null {
  if (quiet === null) return null;
  const weekends = quiet.weekends ? ", and on weekends" : "";
  return `Quiet from ${timeText(quiet.from)} to ${timeText(quiet.until)} (${quiet.timeZone})${weekends}`;
}
