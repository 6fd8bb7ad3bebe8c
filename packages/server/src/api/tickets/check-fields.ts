import type { NewTicket, TicketField } from "#connectors/offers.ts";
import { namesOf } from "#connectors/search-text.ts";
import { refuseAny } from "#core/api-error.ts";

/**
 * Accepts only the fields and choices that the tracker offers for this connection. A tracker has other fields, such as the project, the reporter or
 * the visibility of a ticket, and the account may be allowed to set them.
 *
 * @throws ApiError with a message per invalid field.
 */
export function checkFields(offered: readonly TicketField[], input: NewTicket["fields"]): void {
  const errors = Object.entries(input).flatMap(([id, value]) => {
    const error = errorOf(
      offered.find((field) => field.id === id),
      value,
    );
    return error === null ? [] : [[`fields.${id}`, error] as const];
  });
  refuseAny(Object.fromEntries(errors));
}

function errorOf(field: TicketField | undefined, value: string | readonly string[]): string | null {
  if (field === undefined) return "This connection does not offer this field for new tickets";
  const { kind, label, choices } = field;
  if (kind !== "choices" && typeof value !== "string") return `${label} has one value only`;
  if (kind !== "choice" && kind !== "choices") return null;
  const chosen = typeof value !== "string" ? value : kind === "choice" ? [value] : namesOf(value);
  const isOffered = (text: string) => text === "" || choices.some((choice) => choice.value === text);
  return chosen.every(isOffered) ? null : `${label} must be one of the choices`;
}
