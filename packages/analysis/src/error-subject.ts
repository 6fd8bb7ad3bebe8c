/** First lines that would fit any test: they name the check and not what was checked. */
const generic =
  /^(?:\w*(?:Error|Exception): )?(?:expect\(.*\)\.|Timed out \d+\s?m?s waiting for expect\(|(?:\w+\.)*\w*(?:Error|Exception)$|\w+\.\w+: Timeout \d+\s?ms exceeded)/;
const told =
  /^\s*(Locator|Expected|Received|Expected (?:string|pattern|substring|value|length)|Received (?:string|value|length)|waiting for):?\s+(\S.*)$/;

const consideredLines = 40;
const valueLength = 80;

const separator = " · ";

/** An error's first line and, behind it, what the check was about where that line would fit any test. */
export function withSubject(firstLine: string, message: string): string {
  const subject = errorSubject(message);
  return subject === null ? firstLine : `${firstLine}${separator}${subject}`;
}

/** The two parts of such a line. */
export function splitSubject(line: string): { readonly first: string; readonly subject: string | null } {
  const at = isGenericError(line) ? line.indexOf(separator) : -1;
  return at === -1
    ? { first: line, subject: null }
    : { first: line.slice(0, at), subject: line.slice(at + separator.length) };
}

/** Whether a first line would fit any test, so that what the check was about has to be said behind it. */
function isGenericError(firstLine: string): boolean {
  return generic.test(firstLine.trim());
}

/**
 * What an error was about where its first line would fit any test: `getByRole('status') · expected "Paid" · received
 * "Refused"`. Null where the first line says it itself, or nothing more is known.
 *
 * @param message The whole message, without terminal colours.
 */
export function errorSubject(message: string): string | null {
  const lines = message.slice(0, 8000).trim().split("\n");
  const [first = "", ...rest] = lines;
  if (!isGenericError(first)) return null;
  const found = new Map<string, string>();
  for (const line of rest.slice(0, consideredLines)) {
    const [, label = "", value = ""] = told.exec(line.replace(/^\s*- /, "")) ?? [];
    const kind = /^(?:Locator|waiting)/.test(label)
      ? "locator"
      : label.startsWith("Expected")
        ? "expected"
        : "received";
    if (label !== "" && !found.has(kind)) found.set(kind, cut(value.trim()));
  }
  // A bare class name: what it says comes on the next line.
  const fallback =
    found.size === 0 && /(?:Error|Exception):?$/.test(first.trim())
      ? rest.find((line) => line.trim() !== "")
      : undefined;
  if (fallback !== undefined && !/^\s*(?:at |File ")/.test(fallback)) return cut(fallback.trim());
  const parts = [
    found.get("locator"),
    found.has("expected") ? `expected ${found.get("expected")}` : undefined,
    found.has("received") ? `received ${found.get("received")}` : undefined,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? null : parts.join(separator);
}

function cut(text: string): string {
  return text.length > valueLength ? `${text.slice(0, valueLength)}…` : text;
}
