import { z } from "zod";
import { bodyBytes, endpoint, Id, success } from "#endpoint.ts";
import {
  Annotation,
  AnnotationFilter,
  annotationParams,
  AnnotationPriority,
  AnnotationStatus,
  AnnotationType,
  DueDate,
  Message,
  projectParams,
  seen,
  StatusComment,
  SubjectIds,
  Tags,
  Title,
} from "./annotations.ts";
import { itemLimits } from "./item-labels.ts";

const Count = z.number().int().min(0);

export const updateAnnotationStatus = endpoint({
  method: "PUT",
  path: "/api/annotations/annotations/:annotationId/status",
  summary: "Change the status of an item, with an optional comment",
  allow: "project:triage",
  params: annotationParams,
  body: z.object({ status: AnnotationStatus, comment: StatusComment, ...seen }),
  response: success(Annotation),
});

export const assignAnnotation = endpoint({
  method: "PUT",
  path: "/api/annotations/annotations/:annotationId/assignment",
  summary: "Assign an item to a member of the project, or to no one",
  allow: "project:triage",
  params: annotationParams,
  body: z.object({ assignedTo: Id.nullable(), ...seen }),
  response: success(Annotation),
});

export const editAnnotation = endpoint({
  method: "PUT",
  path: "/api/annotations/annotations/:annotationId/edit",
  summary: "Change the title and message of an item: only its creator, and only while it is open",
  allow: "project:triage",
  params: annotationParams,
  body: z.object({ title: Title, message: Message, ...seen }),
  bodyBytes: bodyBytes.large,
  response: success(Annotation),
});

export const changeAnnotationDetails = endpoint({
  method: "PUT",
  path: "/api/annotations/annotations/:annotationId/details",
  summary: "Change type, priority, due date or tags of an item; missing fields are not changed",
  allow: "project:triage",
  params: annotationParams,
  body: z.object({
    type: AnnotationType.optional(),
    priority: AnnotationPriority.optional(),
    dueDate: DueDate.optional(),
    tags: Tags.optional(),
    ...seen,
  }),
  response: success(Annotation),
});

export const changeAnnotationSubject = endpoint({
  method: "PUT",
  path: "/api/annotations/annotations/:annotationId/subject",
  summary: "Change the subject of an item; without an id, it is not linked to anything",
  allow: "project:triage",
  params: annotationParams,
  body: z.object({ ...SubjectIds.shape, ...seen }),
  response: success(Annotation),
});

export const undoAgentChange = endpoint({
  method: "POST",
  path: "/api/annotations/annotations/:annotationId/undo",
  summary: "Undo a change by an agent: a created item becomes invalid, a changed status is restored",
  allow: "project:triage",
  params: annotationParams,
  /** An event of the history that is `undoable`. */
  body: z.object({ eventId: Id, ...seen }),
  response: success(Annotation),
});

export const resolveProposal = endpoint({
  method: "POST",
  path: "/api/annotations/annotations/:annotationId/proposal",
  summary: "Accept the class that an agent proposes, which sets the class of the cause, or dismiss it",
  allow: "project:triage",
  params: annotationParams,
  body: z.object({ accept: z.boolean(), ...seen }),
  response: success(Annotation),
});

/** Result of a bulk change, with the first skipped items. */
export const BulkReply = z.object({
  updated: Count,
  unchanged: Count,
  reasons: z.array(z.object({ id: Id, reason: z.string() })),
});
export type BulkReply = z.infer<typeof BulkReply>;

export const bulkUpdateStatus = endpoint({
  method: "PUT",
  path: "/api/annotations/projects/:projectId/status",
  summary: "Change the status of up to 10,000 items, by ids or by a filter",
  allow: "project:triage",
  params: projectParams,
  body: z.object({
    annotationIds: z.array(Id).max(itemLimits.bulk).default([]),
    /** Changes all items that match this filter, instead of `ids`. */
    filter: z.object({ ...AnnotationFilter.shape, overdue: z.boolean().default(false) }).optional(),
    newStatus: AnnotationStatus,
    comment: StatusComment,
  }),
  bodyBytes: bodyBytes.list,
  response: success(BulkReply),
});
