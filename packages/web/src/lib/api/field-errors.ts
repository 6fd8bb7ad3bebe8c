import { RefusedError } from "@plumb/client/call-error.ts";

/**
 * What the server found wrong with single fields of a form: it answers `name: Name is required, settings.retentionDays:
 * …`. Empty if the error is about something else.
 *
 * @param fields As the body names them, with dots for what is nested.
 */
export function fieldErrors<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): Partial<Record<Field, string>> {
  if (!(error instanceof RefusedError) || error.code !== "invalid") return {};
  const found: Partial<Record<Field, string>> = {};
  const isField = (text: string): text is Field => (fields as readonly string[]).includes(text);
  // A reason may hold a comma itself: a new one begins only where a field is named.
  for (const part of error.message.split(/, (?=[\w.]+: )/)) {
    const [, field, reason] = /^([\w.]+): (.*)$/s.exec(part) ?? [];
    if (field !== undefined && reason !== undefined && isField(field)) found[field] = reason;
  }
  return found;
}
