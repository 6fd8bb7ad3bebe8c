import { z } from "zod";
import { failureClasses } from "#failures/failure-classes.ts";
import { bodyBytes, endpoint, Id, success, Timestamp } from "#endpoint.ts";
import { itemPriorities } from "#items/item-labels.ts";
import { isTimeZone } from "#people/profile.ts";
import { Block } from "#text/rich-text.ts";
import { ConnectorId } from "./connectors.ts";

/**
 * Events of a rule. Runs that started more than a day ago are imported history and send nothing.
 *
 * - `run.finished`: a run ended. `run.failed`: with failures. `run.recovered`: without, after a run of the same suite, environment and branch that
 * failed. `gate.failed`: a run ended with new failures compared with its base run, incomplete, or with an error outside the tests.
 * - `cause.new`: a cause failed for the first time in a run that the rule matches. `cause.returned`: a cause failed again after a run of the same suite,
 * environment and branch without it. `cause.taken`: an analysis item about a cause was assigned, or its ticket got its first assignee. `cause.fixed`: the tests of a cause passed after a run of the same suite,
 * environment and branch that failed with it, or its ticket or an analysis item about it was closed. `cause.closed`: its ticket was closed without a fix.
 * - `test.flaky`, `test.broken`: a test became flaky or broken. `quarantine.ends`: a quarantine ends within a day.
 * - `incident.began`: many tests failed together for a reason outside of them. `incident.ended`: two hours without such a failure.
 * - `item.assigned`: an analysis item was assigned. `item.due`: it is due tomorrow or today. `item.overdue`: its due date is past.
 * - `suite.silent`: a suite with at least five runs over two weeks on a main branch has not run for a day and for 1.5 times its usual longest pause.
 */
export const ruleEvents = [
  "run.finished",
  "run.failed",
  "run.recovered",
  "gate.failed",
  "cause.new",
  "cause.returned",
  "cause.taken",
  "cause.fixed",
  "cause.closed",
  "test.flaky",
  "test.broken",
  "quarantine.ends",
  "incident.began",
  "incident.ended",
  "item.assigned",
  "item.due",
  "item.overdue",
  "suite.silent",
] as const;
export const RuleEvent = z.enum(ruleEvents);
export type RuleEvent = z.infer<typeof RuleEvent>;

/**
 * Definition of `suite.silent`. The usual longest pause is the second-longest between the runs of the last 30 days, so that weekends are usual, and a
 * single outage is not. In two weeks, there are two weekends.
 */
export const silence = { minRuns: 5, minDays: 14, days: 30, minHours: 24, factor: 1.5, pauseRank: 2 } as const;

const name = z.string().trim().min(1).max(300);
const names = z.array(name).max(50);

/**
 * An event must match every condition that applies to it (`conditionsOfEvent`), with one of its values. A condition without values matches
 * everything. Causes have no priority.
 */
export const RuleConditions = z.object({
  suite: names.default([]),
  environment: names.default([]),
  /** A `*` stands for any text: `release/*`. */
  branch: names.default([]),
  tag: names.default([]),
  /** Owners of tests, and assignees of analysis items. */
  owner: names.default([]),
  class: z.array(z.enum(failureClasses)).max(failureClasses.length).default([]),
  /** Of analysis items. */
  priority: z.array(z.enum(itemPriorities)).max(itemPriorities.length).default([]),
});
export type RuleConditions = z.infer<typeof RuleConditions>;
export type ConditionName = keyof RuleConditions;

const ofRuns = ["suite", "environment", "branch", "tag"] as const;
const ofCauses = [...ofRuns, "owner", "class"] as const;
const ofItems = ["owner", "priority"] as const;

/** Conditions that apply to each event. The others are ignored for it. */
export const conditionsOfEvent: Readonly<Record<RuleEvent, readonly ConditionName[]>> = {
  "run.finished": ofCauses,
  "run.failed": ofCauses,
  "run.recovered": ofCauses,
  "gate.failed": ofCauses,
  "cause.new": ofCauses,
  "cause.returned": ofCauses,
  "cause.taken": ofCauses,
  "cause.fixed": ofCauses,
  "cause.closed": ofCauses,
  "test.flaky": ["owner"],
  "test.broken": ["owner"],
  "quarantine.ends": ["owner"],
  "incident.began": [],
  "incident.ended": [],
  "item.assigned": ofItems,
  "item.due": ofItems,
  "item.overdue": ofItems,
  "suite.silent": ofRuns,
};

const minuteOfDay = z.number().int().min(0).max(1439);

/** Time in which messages wait. */
export const QuietHours = z.object({
  timeZone: z.string().max(100).refine(isTimeZone, "Unknown time zone"),
  /** Minutes after midnight, from which and until which messages wait. The end may be on the next day. */
  from: minuteOfDay,
  until: minuteOfDay,
  /** Whether Saturday and Sunday are quiet, too. */
  weekends: z.boolean(),
});
export type QuietHours = z.infer<typeof QuietHours>;

/** Settings of a rule. */
export const RuleSettings = z.object({
  name: z.string().trim().min(1, "Enter a name").max(100),
  /** Connection to a channel. */
  bindingId: Id,
  events: z
    .array(RuleEvent)
    .min(1, "Choose at least one event")
    .max(ruleEvents.length)
    .transform((input) => ruleEvents.filter((event) => input.includes(event))),
  conditions: RuleConditions.prefault({}),
  /** Further messages within an hour are summed up in one. */
  maxPerHour: z.number().int().min(1).max(100).default(20),
  quiet: QuietHours.nullable().default(null),
});
export type RuleSettings = z.infer<typeof RuleSettings>;

export const NotificationRule = z.object({
  ...RuleSettings.shape,
  id: Id,
  /** Such as "Slack · #qa". Leads see the addresses of a mail connection, others their number. */
  channel: z.string(),
  enabled: z.boolean(),
  /** Reason why it cannot send; `null` if there is none. */
  problem: z.string().nullable(),
  createdAt: Timestamp,
  /** Last message; `null` if there was none. */
  lastSentAt: Timestamp.nullable(),
});
export type NotificationRule = z.infer<typeof NotificationRule>;

/** Maximum number of rules per project. */
export const maxNotificationRules = 20;
/** Days that a preview covers, and the number of runs that it reads at most. */
export const previewDays = 30;
export const maxPreviewRuns = 500;

const Message = z.object({
  event: RuleEvent,
  at: Timestamp,
  title: z.string(),
  url: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  blocks: z.array(Block),
  footer: z.string().nullable(),
  /** Content that the channel gets, in its own format; `null` without a channel. */
  content: z.record(z.string(), z.unknown()).nullable(),
});

/** Reason why a rule would send nothing. */
export const RuleProblem = z.object({
  text: z.string(),
  /** Tab of the settings in which it can be solved. */
  tab: z.enum(["general", "connections"]),
});
export type RuleProblem = z.infer<typeof RuleProblem>;

/** Messages that a rule would have sent. */
export const RulePreview = z.object({
  /** Number of messages by event, without the limit and quiet hours. */
  counts: z.array(z.object({ event: RuleEvent, messages: z.number().int().nonnegative() })),
  total: z.number().int().nonnegative(),
  /** Messages that would have been summed up, because of the limit or quiet hours. */
  withheld: z.number().int().nonnegative(),
  runs: z.number().int().nonnegative(),
  /** True if only the latest runs were read. */
  isPartial: z.boolean(),
  /** Connector of the channel; `null` without a channel. */
  connector: ConnectorId.nullable(),
  /** `null` if it would send these messages. */
  problem: RuleProblem.nullable(),
  /** The latest messages. */
  latest: z.array(Message),
});
export type RulePreview = z.infer<typeof RulePreview>;

const project = z.object({ projectId: Id });
const params = z.object({ projectId: Id, ruleId: Id });

export const listNotificationRules = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/notification-rules",
  summary: "List the notification rules of a project, oldest first",
  allow: "project:read",
  params: project,
  response: success(z.array(NotificationRule)),
});

export const previewNotificationRule = endpoint({
  method: "POST",
  path: "/api/projects/:projectId/notification-rules/preview",
  summary: "Read what a rule would have sent in the last 30 days",
  allow: "project:manage",
  params: project,
  /** `connector` is for a rule whose connection does not exist yet. Without either, the messages have no `content`. */
  body: RuleSettings.omit({ name: true }).extend({ bindingId: Id.optional(), connector: ConnectorId.optional() }),
  bodyBytes: bodyBytes.large,
  response: success(RulePreview),
});

export const createNotificationRule = endpoint({
  method: "POST",
  path: "/api/projects/:projectId/notification-rules",
  summary: "Add a notification rule",
  allow: "project:manage",
  params: project,
  body: RuleSettings,
  bodyBytes: bodyBytes.large,
  response: success(NotificationRule),
});

export const updateNotificationRule = endpoint({
  method: "PUT",
  path: "/api/projects/:projectId/notification-rules/:ruleId",
  summary: "Change a notification rule, or switch it on or off",
  allow: "project:manage",
  params,
  body: RuleSettings.extend({ enabled: z.boolean().default(true) }),
  bodyBytes: bodyBytes.large,
  response: success(NotificationRule),
});

export const deleteNotificationRule = endpoint({
  method: "DELETE",
  path: "/api/projects/:projectId/notification-rules/:ruleId",
  summary: "Delete a notification rule, with its messages that wait to be summed up",
  allow: "project:manage",
  params,
  response: success(z.null()),
});
