import { z } from "zod";
import { endpoint, fileForm, Id, Timestamp, success } from "#endpoint.ts";
import { Annotation, annotationParams, ItemPerson } from "./annotations.ts";
import { itemLimits } from "./item-labels.ts";
import { AgentKey } from "#projects/api-keys.ts";

export const ItemComment = z.object({
  id: Id,
  by: ItemPerson,
  /** The agent that wrote the comment for the user. */
  agent: AgentKey.nullable(),
  body: z.string(),
  at: Timestamp,
  editedAt: Timestamp.nullable(),
});
export type ItemComment = z.infer<typeof ItemComment>;

export const itemEventKinds = [
  "created",
  "status",
  "assignment",
  "edit",
  "type",
  "priority",
  "due_date",
  "tags",
  "subject",
  "link",
  "attachment",
] as const;
export type ItemEventKind = (typeof itemEventKinds)[number];

/** An event in the history of an item. `from` and `to` are display texts, or a stored status, type or priority. */
export const ItemEvent = z.object({
  id: Id,
  kind: z.enum(itemEventKinds),
  /** `null` for automatic changes. */
  by: ItemPerson.nullable(),
  /** The agent that acted for the user. */
  agent: AgentKey.nullable(),
  at: Timestamp,
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Comment or reason. */
  comment: z.string().nullable(),
  /** Report that caused the change. */
  runId: Id.nullable(),
  /** Event of an agent that this event undid. */
  undoes: Id.nullable(),
  /** True for a change by an agent that can be undone, because nothing has replaced it. */
  undoable: z.boolean(),
});
export type ItemEvent = z.infer<typeof ItemEvent>;

export const ItemLink = z.object({ id: Id, url: z.string(), title: z.string(), by: ItemPerson, at: Timestamp });
export type ItemLink = z.infer<typeof ItemLink>;

/** An attachment. Its links are valid for an hour and need no authorization header. */
export const ItemAttachment = z.object({
  id: Id,
  name: z.string(),
  contentType: z.string(),
  size: z.number().int().min(0),
  url: z.string(),
  /** Address of a separate page; `null` if it is only downloaded or shown by `url`. */
  viewUrl: z.string().nullable(),
  by: ItemPerson,
  at: Timestamp,
  /** True if the caller may remove it: callers can remove their own attachments, and leads all of them. */
  removable: z.boolean(),
});
export type ItemAttachment = z.infer<typeof ItemAttachment>;

export const AnnotationDetail = z.object({
  ...Annotation.shape,
  projectName: z.string(),
  /** The newest 500 events and the newest 500 comments, each oldest first. */
  history: z.array(ItemEvent),
  discussion: z.array(ItemComment),
  links: z.array(ItemLink),
  files: z.array(ItemAttachment),
  watchers: z.array(ItemPerson),
  /** True if the caller watches the item. */
  watching: z.boolean(),
});
export type AnnotationDetail = z.infer<typeof AnnotationDetail>;

export const readAnnotation = endpoint({
  method: "GET",
  path: "/api/annotations/annotations/:annotationId",
  summary: "Read an analysis item with its history, comments, links, files and watchers",
  allow: "project:read",
  params: annotationParams,
  response: success(AnnotationDetail),
});

const Body = z.string().trim().min(1).max(itemLimits.comment);

export const addItemComment = endpoint({
  method: "POST",
  path: "/api/annotations/annotations/:annotationId/comments",
  summary: "Comment on an item; the author starts watching it",
  allow: "project:triage",
  params: annotationParams,
  body: z.object({ body: Body }),
  response: success(ItemComment),
});

const commentParams = z.object({ annotationId: Id, commentId: Id });

export const editItemComment = endpoint({
  method: "PUT",
  path: "/api/annotations/annotations/:annotationId/comments/:commentId",
  summary: "Change one of the caller's comments",
  allow: "project:triage",
  params: commentParams,
  body: z.object({ body: Body }),
  response: success(ItemComment),
});

export const deleteItemComment = endpoint({
  method: "DELETE",
  path: "/api/annotations/annotations/:annotationId/comments/:commentId",
  summary: "Delete a comment: one of the caller's, or any comment of an agent",
  allow: "project:triage",
  params: commentParams,
  response: success(z.null()),
});

export const watchAnnotation = endpoint({
  method: "PUT",
  path: "/api/annotations/annotations/:annotationId/watch",
  summary: "Watch an item, or stop watching it",
  // Everyone with read access can watch it.
  allow: "project:read",
  params: annotationParams,
  body: z.object({ watching: z.boolean() }),
  response: success(z.object({ watching: z.boolean() })),
});

export const addItemLink = endpoint({
  method: "POST",
  path: "/api/annotations/annotations/:annotationId/links",
  summary: "Add a link to an issue tracker or any other https page",
  allow: "project:triage",
  params: annotationParams,
  body: z.object({
    url: z
      .string()
      .trim()
      .min(1)
      .max(itemLimits.linkUrl)
      .refine((url) => isSecureAddress(url), "Enter a full https address"),
    title: z.string().trim().max(itemLimits.linkTitle).default(""),
  }),
  response: success(ItemLink),
});

/** Returns true for addresses that are safe and private as the target of a link. */
export function isSecureAddress(url: string): boolean {
  return /^https:\/\//i.test(url) && URL.canParse(url);
}

export const removeItemLink = endpoint({
  method: "DELETE",
  path: "/api/annotations/annotations/:annotationId/links/:linkId",
  summary: "Remove a link from an item",
  allow: "project:triage",
  params: z.object({ annotationId: Id, linkId: Id }),
  response: success(z.null()),
});

export const addItemAttachment = endpoint({
  method: "POST",
  path: "/api/annotations/annotations/:annotationId/attachments",
  summary: "Attach a file of up to 25 MB to an item",
  allow: "project:triage",
  params: annotationParams,
  body: fileForm("file"),
  response: success(ItemAttachment),
});

export const removeItemAttachment = endpoint({
  method: "DELETE",
  path: "/api/annotations/annotations/:annotationId/attachments/:attachmentId",
  summary: "Remove a file from an item: the caller's own, or any file for leads",
  allow: "project:triage",
  params: z.object({ annotationId: Id, attachmentId: Id }),
  response: success(z.null()),
});
