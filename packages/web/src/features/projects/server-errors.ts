import type { DraftErrors } from "./project-draft.ts";
import { fieldErrors } from "#lib/api/field-errors.ts";

/** What the server found wrong with single fields of a project. */
export function serverErrors(error: unknown): DraftErrors {
  const flat = ["name", "description", "type", "status"] as const;
  const found = fieldErrors(error, [...flat, "settings.retentionDays"]);
  const { "settings.retentionDays": retentionDays, ...rest } = found;
  return { ...rest, ...(retentionDays !== undefined && { retentionDays }) };
}
