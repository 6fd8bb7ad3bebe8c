import { z } from "zod";
import { bodyBytes, DayOrTimestamp, endpoint, flag, Id, optionalFlag, Timestamp, success } from "#endpoint.ts";
import { FailureClass } from "#failures/verdict.ts";
import { annotationSorts } from "./item-sorts.ts";
import { itemLimits, itemPriorities, itemStatuses, itemTypes } from "./item-labels.ts";
import { AgentKey } from "#projects/api-keys.ts";

export const AnnotationStatus = z.enum(itemStatuses);
export const AnnotationType = z.enum(itemTypes);
export const AnnotationPriority = z.enum(itemPriorities);

const Count = z.number().int().min(0);

/** A user on an item. The name is stored and remains after the user leaves the project or the account is deleted. */
export const ItemPerson = z.object({
  id: Id.nullable(),
  name: z.string(),
  avatarUrl: z.string().nullable(),
  /** True if the user still belongs to the project or is an administrator. */
  member: z.boolean(),
});
export type ItemPerson = z.infer<typeof ItemPerson>;

/**
 * Subject of an item. The names are those at the time of creation, because reports can be deleted and tests renamed. Ids that do not apply are
 * `null`.
 */
export const ItemSubject = z.object({
  kind: z.enum(["run", "result", "test", "group"]),
  runId: Id.nullable(),
  runNumber: Count.nullable(),
  suite: z.string().nullable(),
  /** True if the report was deleted. */
  runDeleted: z.boolean(),
  /** The test in this report; called `testCaseId` in other endpoints, too. */
  testCaseId: Id.nullable(),
  testId: Id.nullable(),
  test: z.string().nullable(),
  /** A cause. If it was merged, the cause that it was merged into. */
  groupId: Id.nullable(),
  error: z.string().nullable(),
});
export type ItemSubject = z.infer<typeof ItemSubject>;

/** An analysis item in a list. */
export const Annotation = z.object({
  id: Id,
  projectId: Id,
  title: z.string(),
  message: z.string(),
  type: AnnotationType,
  priority: AnnotationPriority,
  status: AnnotationStatus,
  /** Number of the current revision. A change sends the revision that it is based on. */
  revision: z.number().int().positive(),
  assigned_to: Id.nullable(),
  assignee: ItemPerson.nullable(),
  created_by: Id.nullable(),
  creator: ItemPerson,
  /** The agent that created the item for its creator. `null` if a user created it. */
  agent: AgentKey.nullable(),
  creator_display_name: z.string().nullable(),
  creator_name: z.string().nullable(),
  creator_email: z.string().nullable(),
  /** A day without a time zone. The item is overdue after the end of that day in the user's time zone. */
  due_date: z.iso.date().nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  tags: z.array(z.string()),
  /** `null` if it is not linked to anything. */
  subject: ItemSubject.nullable(),
  comments: Count,
  attachments: Count,
  /** Class that an agent proposes for the cause of the item. */
  proposedClass: FailureClass.nullable(),
});
export type Annotation = z.infer<typeof Annotation>;

export const projectParams = z.object({ projectId: Id });
export const annotationParams = z.object({ annotationId: Id });

/** Revision that the caller read. With it, the request fails with 409 if the item changed since; the response has the `current` item. */
export const seen = { revision: z.number().int().positive().optional() };

export const Title = z.string().trim().min(1).max(itemLimits.title);
export const Message = z.string().trim().min(1).max(itemLimits.message);
const Tag = z.string().trim().min(1).max(itemLimits.tag);
/** Each once. */
export const Tags = z.array(Tag).max(itemLimits.tags);
/** A timestamp is converted to its day in the caller's time zone. */
export const DueDate = DayOrTimestamp.nullable();
export const StatusComment = z.string().trim().max(itemLimits.comment).default("");

/** Filter by assignee: `unassigned`, `me`, or a member by id. */
const AssigneeFilter = z.union([z.enum(["unassigned", "me"]), Id]);
/** `agents`: items that any agent created. */
const CreatorFilter = z.union([z.enum(["me", "agents"]), Id]);

/** Several statuses, separated by commas, such as `open,reopened`. */
const Statuses = z
  .string()
  .max(100)
  .transform((text) => text.split(","))
  .pipe(z.array(AnnotationStatus).min(1).max(itemStatuses.length));

/** Filter of items in a project. */
export const AnnotationFilter = z.object({
  status: Statuses.optional(),
  type: AnnotationType.optional(),
  priority: AnnotationPriority.optional(),
  assignee: AssigneeFilter.optional(),
  creator: CreatorFilter.optional(),
  /** Words that must all occur in the title, the description or the tags, case-insensitive. */
  search: z.string().max(200).optional(),
  /** A test in one report. */
  testCaseId: Id.optional(),
  testRunId: Id.optional(),
  /** A test in any report. */
  testId: Id.optional(),
  /** A cause, including causes that were merged into it. */
  groupId: Id.optional(),
  /** With `testCaseId`, `testRunId` or `testId`: also items about the causes of its failures, whichever report they were created for. */
  includeCauses: optionalFlag,
  /** Only overdue items, by the date in the caller's time zone. */
  overdue: flag,
});
export type AnnotationFilter = z.infer<typeof AnnotationFilter>;

/** Filter, order and page of a list of items. */
export const ItemListQuery = z.object({
  ...AnnotationFilter.shape,
  sortBy: z.enum(annotationSorts).default("created_at"),
  sortOrder: z.enum(["asc", "desc"]).default("desc"),
  limit: z.coerce.number().int().min(1).max(100).default(10),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
});
export type ItemListQuery = z.output<typeof ItemListQuery>;

export const listAnnotations = endpoint({
  method: "GET",
  path: "/api/annotations/projects/:projectId/annotations",
  summary: "List the analysis items of a project, with the number of matches",
  allow: "project:read",
  params: projectParams,
  query: ItemListQuery,
  response: success(z.object({ annotations: z.array(Annotation), total: Count })),
});

export const AnnotationSummary = z.object({
  total: Count,
  byStatus: z.record(AnnotationStatus, Count),
  byType: z.record(AnnotationType, Count),
  byPriority: z.record(AnnotationPriority, Count),
  overdue: Count,
  unassigned: Count,
  /** Number of the caller's open items, and how many of them are overdue. */
  mine: Count,
  mineOverdue: Count,
});
export type AnnotationSummary = z.infer<typeof AnnotationSummary>;

export const readAnnotationSummary = endpoint({
  method: "GET",
  path: "/api/annotations/projects/:projectId/summary",
  summary: "Count the analysis items of a project by status, type and priority",
  allow: "project:read",
  params: projectParams,
  response: success(AnnotationSummary),
});

export const readOwnAnnotations = endpoint({
  method: "GET",
  path: "/api/annotations/projects/:projectId/mine",
  summary: "Count the open analysis items of the caller",
  allow: "project:read",
  params: projectParams,
  response: success(AnnotationSummary.pick({ mine: true, mineOverdue: true })),
});

/** Subject of an item by ids. Ids that do not belong together are rejected. */
export const SubjectIds = z.object({
  testRunId: Id.nullable().default(null),
  /** A test in a report. The report id can be omitted. */
  testCaseId: Id.nullable().default(null),
  testId: Id.nullable().default(null),
  groupId: Id.nullable().default(null),
});
export type SubjectIds = z.infer<typeof SubjectIds>;

export const createAnnotation = endpoint({
  method: "POST",
  path: "/api/annotations/projects/:projectId/annotations",
  summary: "Create an analysis item",
  allow: "project:triage",
  params: projectParams,
  body: z.object({
    title: Title,
    message: Message,
    type: AnnotationType.default("note"),
    priority: AnnotationPriority.default("medium"),
    assignedTo: Id.nullable().default(null),
    ...SubjectIds.shape,
    dueDate: DueDate.default(null),
    tags: Tags.default([]),
    /** For imported items, whose creation sends no notifications; only for administrators. */
    createdAt: Timestamp.optional(),
  }),
  bodyBytes: bodyBytes.large,
  response: success(Annotation),
});

/** For clients that only know reports: the item belongs to the report in the path. */
export const addReportAnnotation = endpoint({
  method: "POST",
  path: "/api/reports/:reportId/annotations",
  summary: "Create an analysis item about a report",
  allow: "project:triage",
  params: z.object({ reportId: Id }),
  body: createAnnotation.body.omit({ testRunId: true, createdAt: true }),
  bodyBytes: bodyBytes.large,
  response: success(Annotation),
});

/** Message that clients show if the server gives no reason. */
export const addAnnotationFailed = "Failed to add annotation";

export const TestCaseOption = z.object({
  id: Id,
  name: z.string(),
  status: z.string(),
});
export type TestCaseOption = z.infer<typeof TestCaseOption>;

export const listTestCaseOptions = endpoint({
  method: "GET",
  path: "/api/annotations/test-runs/:reportId/test-cases",
  summary: "List the tests of a report that an item can be about, failed ones first",
  allow: "project:read",
  params: z.object({ reportId: Id }),
  query: z.object({
    /** Words that must all occur in the name, case-insensitive. */
    search: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(100),
  }),
  response: success(z.array(TestCaseOption)),
});
