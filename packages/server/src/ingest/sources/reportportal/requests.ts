import { cut } from "@plumb/contract/text/cut.ts";
import { limits } from "@plumb/formats/limits.ts";
import { z } from "zod";
import { storable } from "#core/text.ts";
import { incorrect, wrongStatus } from "./refusals.ts";

// Requests of agents. `null` means missing, long texts are cut, and unknown fields are ignored.

const limitedText = (max: number) => (value: string) => storable(cut(value, max));

/** Undefined for `null` and other types. */
const text = (max: number) =>
  z
    .union([z.string(), z.number(), z.boolean()])
    .nullish()
    .transform((value) => (value === null || value === undefined ? undefined : limitedText(max)(String(value))));

const title = (max: number) =>
  z
    .string()
    .transform((value) => limitedText(max)(value))
    .refine((value) => value.trim() !== "", "must not be empty");

const optionalId = z
  .string()
  .trim()
  .max(limits.reportportalId)
  .nullish()
  .transform((value) => (value === null || value === undefined || value === "" ? undefined : storable(value)));

const latest = Date.UTC(9999, 11, 31);

/** Unix milliseconds. Clients send numbers, numbers as text, and ISO 8601. */
const Time = z.union([z.number(), z.string()]).transform((value, context) => {
  const parsed = typeof value === "number" || /^\d+$/.test(value.trim()) ? Number(value) : Date.parse(value);
  if (Number.isFinite(parsed) && parsed >= 0 && parsed <= latest) return Math.trunc(parsed);
  context.addIssue({ code: "custom", message: "is no moment" });
  return z.NEVER;
});

const flag = z
  .union([z.boolean(), z.enum(["true", "false"])])
  .nullish()
  .transform((value) => (value === null || value === undefined ? undefined : value === true || value === "true"));

const Attribute = z.object({
  key: text(limits.reportportalText),
  value: text(limits.reportportalText),
  system: flag,
});
export type Attribute = z.infer<typeof Attribute>;

/** A list that is cut after `max` values. */
const some = <Schema extends z.ZodType>(schema: Schema, max: number) =>
  z
    .array(schema)
    .nullish()
    .transform((values) => (values ?? []).slice(0, max));

const attributes = some(Attribute, limits.tagsPerTest);

/** Like `attributes`, but distinguishes a missing list from an empty one. */
const changedAttributes = z
  .array(Attribute)
  .nullish()
  .transform((values) => (values === null || values === undefined ? undefined : values.slice(0, limits.tagsPerTest)));

export const StartLaunch = z.object({
  name: title(limits.reportportalName),
  startTime: Time,
  uuid: optionalId,
  description: text(limits.message),
  attributes,
  mode: text(20),
  rerun: flag,
  rerunOf: optionalId,
});
export type StartLaunch = z.infer<typeof StartLaunch>;

const statuses = ["passed", "failed", "skipped", "interrupted", "cancelled", "stopped", "info", "warn"] as const;
export type Status = (typeof statuses)[number];

const Status = z
  .string()
  .nullish()
  .transform((value): Status | undefined => {
    if (value === null || value === undefined || value.trim() === "") return undefined;
    const parsed = value.trim().toLowerCase();
    const status = statuses.find((known) => known === parsed);
    // Some clients send the progress of a suite.
    if (status === undefined && parsed !== "in_progress") throw wrongStatus(value);
    return status;
  });

export const FinishLaunch = z.object({
  endTime: Time,
  status: Status,
  description: text(limits.message),
  attributes: changedAttributes,
});
export type FinishLaunch = z.infer<typeof FinishLaunch>;

const itemTypes = [
  "suite",
  "story",
  "test",
  "scenario",
  "step",
  "before_class",
  "before_groups",
  "before_method",
  "before_suite",
  "before_test",
  "after_class",
  "after_groups",
  "after_method",
  "after_suite",
  "after_test",
] as const;
export type ItemType = (typeof itemTypes)[number];

const Parameter = z.object({ key: text(limits.reportportalText), value: text(limits.annotationValue) });

export const StartItem = z.object({
  name: title(limits.title),
  type: z
    .string()
    .transform((value) => value.toLowerCase())
    .pipe(z.enum(itemTypes)),
  startTime: Time,
  uuid: optionalId,
  launchUuid: optionalId,
  launchId: optionalId,
  description: text(limits.message),
  attributes,
  hasStats: flag,
  codeRef: text(limits.title),
  testCaseId: text(limits.title),
  uniqueId: text(limits.title),
  parameters: some(Parameter, limits.tagsPerTest),
  retry: flag,
  retryOf: optionalId,
  retry_of: optionalId,
});
export type StartItem = z.infer<typeof StartItem>;

const Issue = z.object({
  issueType: text(100),
  issue_type: text(100),
  comment: text(limits.message),
  externalSystemIssues: some(z.object({ ticketId: text(limits.reportportalText), url: text(2000) }), 20),
});

export const FinishItem = z.object({
  endTime: Time,
  status: Status,
  launchUuid: optionalId,
  description: text(limits.message),
  attributes: changedAttributes,
  testCaseId: text(limits.title),
  retry: flag,
  issue: Issue.nullish().transform((value) => value ?? undefined),
});
export type FinishItem = z.infer<typeof FinishItem>;

/** Later changes of an item or a launch. */
export const Update = z.object({
  description: text(limits.message),
  attributes: changedAttributes,
  status: Status,
  mode: text(20),
});
export type Update = z.infer<typeof Update>;

export const SaveLog = z.object({
  itemUuid: optionalId,
  item_id: optionalId,
  itemId: optionalId,
  testItemId: optionalId,
  launchUuid: optionalId,
  time: Time,
  level: text(40),
  message: text(limits.stack),
  file: z
    .object({ name: text(300) })
    .nullish()
    .transform((value) => value ?? undefined),
});
export type SaveLog = z.infer<typeof SaveLog>;

export const SaveLogs = z.array(SaveLog).max(limits.reportportalLogsAtOnce);

export const MergeLaunches = z.object({
  launches: z.array(z.coerce.number().int().positive()).min(1).max(limits.reportportalMergedLaunches),
  name: title(limits.reportportalName),
  description: text(limits.message),
  attributes,
  mode: text(20),
  mergeType: text(20),
  endTime: Time.nullish(),
});
export type MergeLaunches = z.infer<typeof MergeLaunches>;

/** @throws Refused for invalid values. */
export function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const location = issue === undefined ? "" : issue.path.join(".").slice(0, 100);
  throw incorrect(
    `[${location === "" ? "The body" : `Field '${location}'`}: ${issue?.message ?? "is not as expected"}]`,
  );
}
