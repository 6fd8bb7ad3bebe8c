import {
  assignAnnotation,
  bulkUpdateStatus,
  changeAnnotationDetails,
  changeAnnotationSubject,
  editAnnotation,
  updateAnnotationStatus,
} from "#items/annotation-changes.ts";
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
} from "#items/annotation-parts.ts";
import {
  addReportAnnotation,
  createAnnotation,
  listAnnotations,
  listTestCaseOptions,
  readAnnotationSummary,
  readOwnAnnotations,
} from "#items/annotations.ts";
import { createSavedFilter, deleteSavedFilter, listSavedFilters, updateSavedFilter } from "#items/saved-filters.ts";
import type { Endpoint } from "#endpoint.ts";

export const itemEndpoints: readonly Endpoint[] = [
  assignAnnotation,
  bulkUpdateStatus,
  changeAnnotationDetails,
  changeAnnotationSubject,
  editAnnotation,
  updateAnnotationStatus,
  addItemAttachment,
  addItemComment,
  addItemLink,
  deleteItemComment,
  editItemComment,
  readAnnotation,
  removeItemAttachment,
  removeItemLink,
  watchAnnotation,
  createAnnotation,
  addReportAnnotation,
  listAnnotations,
  listTestCaseOptions,
  readAnnotationSummary,
  readOwnAnnotations,
  createSavedFilter,
  deleteSavedFilter,
  listSavedFilters,
  updateSavedFilter,
];
