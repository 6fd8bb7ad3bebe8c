import {
  addReportAnnotation,
  createAnnotation,
  listAnnotations,
  listTestCaseOptions,
  readAnnotationSummary,
  readOwnAnnotations,
} from "@plumb/contract/items/annotations.ts";
import {
  addItemAttachment,
  addItemComment,
  addItemLink,
  deleteItemComment,
  editItemComment,
  readAnnotation,
  removeItemAttachment,
  removeItemLink,
  watchAnnotation,
} from "@plumb/contract/items/annotation-parts.ts";
import {
  assignAnnotation,
  bulkUpdateStatus,
  changeAnnotationDetails,
  changeAnnotationSubject,
  editAnnotation,
  resolveProposal,
  undoAgentChange,
  updateAnnotationStatus,
} from "@plumb/contract/items/annotation-changes.ts";
import {
  createSavedFilter,
  deleteSavedFilter,
  listSavedFilters,
  updateSavedFilter,
} from "@plumb/contract/items/saved-filters.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  {
    endpoint: addReportAnnotation,
    callers: "users",
    audit: "history",
    sample: { body: { title: "Look into it", message: "Why is it slow?" } },
  },
  { endpoint: listAnnotations, callers: "readers" },
  { endpoint: readAnnotationSummary, callers: "readers" },
  { endpoint: readOwnAnnotations, callers: "readers" },
  {
    endpoint: createAnnotation,
    callers: "users",
    audit: "history",
    sample: { body: { title: "Look", message: "It is slow" } },
  },
  { endpoint: listTestCaseOptions, callers: "readers" },
  { endpoint: readAnnotation, callers: "readers" },
  { endpoint: updateAnnotationStatus, callers: "users", audit: "history", sample: { body: { status: "in_progress" } } },
  { endpoint: assignAnnotation, callers: "users", audit: "history", sample: { body: { assignedTo: null } } },
  // 403: the item belongs to another user.
  {
    endpoint: editAnnotation,
    callers: "leads",
    status: 403,
    audit: "history",
    sample: { body: { title: "Look", message: "It is slow" } },
  },
  { endpoint: changeAnnotationDetails, callers: "users", audit: "history", sample: { body: { priority: "high" } } },
  { endpoint: changeAnnotationSubject, callers: "users", audit: "history", sample: { body: {} } },
  {
    endpoint: bulkUpdateStatus,
    callers: "users",
    audit: "history",
    sample: ({ annotationId }) => ({ body: { annotationIds: [annotationId], newStatus: "closed" } }),
  },
  { endpoint: addItemComment, callers: "users", audit: "history", sample: { body: { body: "Yes" } } },
  // 409: allowed, but no agent changed the item.
  { endpoint: undoAgentChange, callers: "users", status: 409, audit: "history", sample: { body: { eventId: 1 } } },
  { endpoint: resolveProposal, callers: "users", status: 409, audit: "history", sample: { body: { accept: false } } },
  // 404: allowed, but the comment, link or file does not exist.
  { endpoint: editItemComment, callers: "users", status: 404, audit: "history", sample: { body: { body: "No" } } },
  { endpoint: deleteItemComment, callers: "users", status: 404, audit: "history" },
  { endpoint: removeItemLink, callers: "users", status: 404, audit: "history" },
  { endpoint: removeItemAttachment, callers: "users", status: 404, audit: "history" },
  {
    endpoint: addItemLink,
    callers: "users",
    audit: "history",
    sample: { body: { url: "https://tracker.example.test/1" } },
  },
  // 400: allowed, but the form has no file.
  { endpoint: addItemAttachment, callers: "users", status: 400, audit: "history" },
  // API keys cannot watch items or save filters, because they have no account.
  { endpoint: watchAnnotation, callers: "viewers", audit: "personal", sample: { body: { watching: true } } },
  { endpoint: listSavedFilters, callers: "viewers" },
  {
    endpoint: createSavedFilter,
    callers: "viewers",
    audit: "personal",
    sample: { body: { name: "Mine", search: { assignee: "me" } } },
  },
  // 404: a filter of another user.
  {
    endpoint: updateSavedFilter,
    callers: "viewers",
    status: 404,
    audit: "personal",
    sample: { body: { name: "Yours" } },
  },
  { endpoint: deleteSavedFilter, callers: "viewers", status: 404, audit: "personal" },
];
