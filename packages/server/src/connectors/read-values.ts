import { type ConnectorField, usedFields } from "@plumb/contract/integrations/connectors.ts";
import type { FieldErrors } from "@plumb/contract/field-errors.ts";
import type { ConnectorRow } from "#store/integrations/connectors.ts";

interface SecretChange {
  /** Optional secrets that are removed. */
  readonly cleared?: readonly string[] | undefined;
  /** True if all secrets have a new destination. */
  readonly moved?: boolean;
}

/**
 * Validates the values of a form. `errors` contains messages by field; if there are any, nothing may be stored. An empty secret keeps its stored
 * value, unless its destination changed: otherwise, a stored secret would be sent to a new address. Values of unused fields are ignored, and their stored
 * values dropped.
 */
export function readValues(
  fields: readonly ConnectorField[],
  input: Readonly<Record<string, string>>,
  stored: Pick<ConnectorRow, "settings" | "secrets"> | null,
  seal: (secret: string, fieldName: string) => string,
  change: SecretChange = {},
): Pick<ConnectorRow, "settings" | "secrets"> & { errors: FieldErrors } {
  const errors: Record<string, string> = {};
  const settings: Record<string, string> = {};
  const used = usedFields(fields, { ...stored?.settings, ...input });
  for (const field of used.filter(({ kind }) => kind !== "secret")) {
    const value = (input[field.name] ?? stored?.settings[field.name] ?? field.initial).trim();
    const error = errorOf(field, value);
    if (error !== null) errors[field.name] = error;
    settings[field.name] = value;
  }
  const moved =
    change.moved === true ||
    used.some(
      // Fields that were added in a later version have their initial value.
      ({ name, destination, initial }) =>
        destination && stored !== null && (stored.settings[name] ?? initial) !== settings[name],
    );
  const secrets: Record<string, string> = {};
  for (const field of used.filter(({ kind }) => kind === "secret")) {
    const value = (input[field.name] ?? "").trim();
    const isCleared = change.cleared?.includes(field.name) === true;
    const before = isCleared ? undefined : stored?.secrets[field.name];
    if (value !== "") {
      const error = errorOf(field, value);
      if (error !== null) errors[field.name] = error;
      secrets[field.name] = seal(value, field.name);
    } else if (before !== undefined && !moved) secrets[field.name] = before;
    else if (before !== undefined)
      errors[field.name] = `${field.label} must be entered again because its destination has changed`;
    else if (field.required) errors[field.name] = `${field.label} is required`;
  }
  return { settings, secrets, errors };
}

function errorOf({ label, kind, required, choices, minLength = 0 }: ConnectorField, value: string): string | null {
  if (value === "") return required ? `${label} is required` : null;
  if (value.length < minLength) return `${label} must be at least ${minLength} characters long`;
  // oxlint-disable-next-line no-control-regex -- settings never contain them, and some settings become headers
  if (/[\u0000-\u001F\u007F]/.test(value)) return `${label} contains a character that is not allowed`;
  if (kind === "email" && !/^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/.test(value))
    return `${label} must be an email address`;
  if (kind === "number" && !(/^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535))
    return `${label} must be a number from 1 to 65535`;
  if (kind === "choice" && !choices.some((choice) => choice.value === value))
    return `${label} must be one of the choices`;
  if (kind === "url" || label.endsWith("URL")) return addressError(label, value);
  return null;
}

function addressError(label: string, value: string): string | null {
  const url = URL.parse(value);
  if (url === null || !/^https?:\/\//i.test(value)) return `${label} must begin with https:// or http://`;
  if (url.username !== "" || url.password !== "") return `${label} must not contain a user name or password`;
  return null;
}
