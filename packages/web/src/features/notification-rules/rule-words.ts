import {
  type ConditionName,
  conditionsOfEvent,
  type NotificationRule,
  type RuleConditions,
  type RuleEvent,
} from "@plumb/contract/integrations/notification-rules.ts";
import { priorityLabels } from "@plumb/contract/items/item-labels.ts";

export const eventWords: Readonly<Record<RuleEvent, { readonly word: string; readonly what: string }>> = {
  "run.finished": { word: "Run finished", what: "Every run, regardless of its result" },
  "run.failed": { word: "Run failed", what: "Every run with failures" },
  "run.recovered": {
    word: "Run recovered",
    what: "A run passed after one of its suite, environment and branch failed",
  },
  "gate.failed": {
    word: "Gate failed",
    what: "A run has new failures compared with its base run, or is incomplete",
  },
  "cause.new": {
    word: "New cause",
    what: "Tests failed for a reason that was never seen before in runs that match the rule",
  },
  "cause.returned": { word: "Cause returned", what: "A cause failed again after a run without it" },
  "cause.taken": { word: "Cause taken", what: "An analysis item about a cause, or its ticket, was assigned" },
  "cause.fixed": {
    word: "Cause fixed",
    what: "The tests of a cause passed again, or its ticket or analysis item was closed",
  },
  "cause.closed": { word: "Cause closed", what: "The ticket of a cause was closed without a fix, such as not planned" },
  "test.flaky": { word: "Flaky test", what: "A test became flaky" },
  "test.broken": { word: "Broken test", what: "A test became broken" },
  "quarantine.ends": { word: "Quarantine ends", what: "A quarantine ends within a day" },
  "incident.began": { word: "Incident", what: "Many tests failed together for a reason outside of them" },
  "incident.ended": { word: "Incident ended", what: "No such failure for two hours" },
  "item.assigned": { word: "Item assigned", what: "An analysis item was assigned to a person" },
  "item.due": { word: "Item due", what: "An analysis item is due tomorrow or today" },
  "item.overdue": { word: "Item overdue", what: "The due date of an open analysis item is past" },
  "suite.silent": {
    word: "Silent suite",
    what: "A suite that usually runs on a main branch has not run for unusually long",
  },
};

/** Events in the form. Events of a group have the same conditions. */
export const eventGroups: readonly { readonly label: string; readonly events: readonly RuleEvent[] }[] = [
  { label: "Runs", events: ["run.finished", "run.failed", "run.recovered", "gate.failed"] },
  { label: "Causes", events: ["cause.new", "cause.returned", "cause.taken", "cause.fixed", "cause.closed"] },
  { label: "Tests", events: ["test.flaky", "test.broken", "quarantine.ends"] },
  { label: "Incidents", events: ["incident.began", "incident.ended"] },
  { label: "Analysis items", events: ["item.assigned", "item.due", "item.overdue"] },
  { label: "Suites", events: ["suite.silent"] },
];

export const conditionWords = {
  suite: "Suites",
  environment: "Environments",
  branch: "Branches",
  tag: "Tags",
  owner: "Owners",
} as const;
export type TextCondition = keyof typeof conditionWords;

const conditionNames: Readonly<Record<ConditionName, string>> = {
  ...conditionWords,
  class: "Classes",
  priority: "Priorities",
};

/** Returns which conditions apply to a group's events. */
export function appliedText([event]: readonly RuleEvent[]): string {
  const names = event === undefined ? [] : conditionsOfEvent[event].map((name) => conditionNames[name].toLowerCase());
  return names.length === 0 ? "No conditions apply" : `Conditions: ${names.join(", ")}`;
}

/** Returns the conditions of a rule on one line; empty if there are none. */
export function conditionText(conditions: RuleConditions): string {
  const parts = (Object.keys(conditionWords) as TextCondition[])
    .filter((name) => conditions[name].length > 0)
    .map((name) => `${conditionWords[name].toLowerCase()}: ${conditions[name].join(", ")}`);
  if (conditions.class.length > 0) parts.push(`classes: ${conditions.class.join(", ")}`);
  if (conditions.priority.length > 0)
    parts.push(`priorities: ${conditions.priority.map((each) => priorityLabels[each]).join(", ")}`);
  return parts.join(" · ");
}

/** Returns the values in a text field, separated by commas or line breaks. */
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

/** Converts a time such as `22:30` to minutes since midnight. Returns `null` for other texts. */
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
