/** Data of a request for the table of an HTTP archive. */
export interface HarEntry {
  /** Position in the archive. */
  readonly index: number;
  readonly method: string;
  readonly url: string;
  /** 0 if there was no response. */
  readonly status: number;
  readonly statusText: string;
  /** Content type of the response without parameters; empty if it has none. */
  readonly type: string;
  /** Transferred bytes, otherwise the size of the content; `null` if both are unknown. */
  readonly size: number | null;
  /** Milliseconds after the first request; `null` if unknown. */
  readonly start: number | null;
  /** In milliseconds; `null` if unknown. */
  readonly time: number | null;
  /** True without a response, or for a status of 400 or higher. */
  readonly failed: boolean;
  readonly requestHeaders: readonly HarHeader[];
  readonly responseHeaders: readonly HarHeader[];
  readonly requestBody: string | null;
  /** `null` without a text body. */
  readonly responseBody: string | null;
  /** Phases such as blocked, DNS and connect, in milliseconds. Omits phases that took no time. */
  readonly timings: readonly { readonly name: string; readonly duration: number }[];
}

export interface HarHeader {
  readonly name: string;
  readonly value: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Parses an HTTP archive (HAR 1.2, as written by Playwright and browsers).
 *
 * @returns Its requests in the order of the archive, including incomplete ones; `null` for other JSON.
 */
export function readHar(json: unknown): HarEntry[] | null {
  const { entries } = fields(fields(json)["log"]);
  if (!Array.isArray(entries)) return null;
  const starts = entries.map((entry) => Date.parse(text(fields(entry)["startedDateTime"])));
  const first = starts.reduce((min, start) => (start < min ? start : min), Number.POSITIVE_INFINITY);
  return entries.map((entry, index) => readEntry(fields(entry), index, (starts[index] ?? Number.NaN) - first));
}

function readEntry(entry: Fields, index: number, start: number): HarEntry {
  const request = fields(entry["request"]);
  const response = fields(entry["response"]);
  const content = fields(response["content"]);
  // Playwright writes -1 if the request failed.
  const status = Math.max(0, number(response["status"]) ?? 0);
  return {
    index,
    method: text(request["method"]) || "GET",
    url: text(request["url"]),
    status,
    statusText: text(response["statusText"]) || text(response["_failureText"]),
    type: text(content["mimeType"]).split(";")[0]?.trim() ?? "",
    size: [response["_transferSize"], response["bodySize"], content["size"]].map(number).find(isMeasured) ?? null,
    start: Number.isFinite(start) ? start : null,
    time: [number(entry["time"])].find(isMeasured) ?? null,
    failed: status === 0 || status >= 400,
    requestHeaders: headers(request["headers"]),
    responseHeaders: headers(response["headers"]),
    requestBody: optionalText(fields(request["postData"])["text"]),
    responseBody: bodyOf(content),
    timings: Object.entries(fields(entry["timings"])).flatMap(([name, value]) => {
      const duration = number(value);
      return isMeasured(duration) && duration > 0 ? [{ name, duration }] : [];
    }),
  };
}

function bodyOf(content: Fields): string | null {
  const body = optionalText(content["text"]);
  if (body === null || content["encoding"] !== "base64") return body;
  if (!/^text\/|json|xml|javascript|x-www-form-urlencoded/.test(text(content["mimeType"]))) return null;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(body), (character) => character.codePointAt(0) ?? 0));
  } catch {
    return null;
  }
}

function headers(value: unknown): HarHeader[] {
  if (!Array.isArray(value)) return [];
  return value.map((header) => ({ name: text(fields(header)["name"]), value: text(fields(header)["value"]) }));
}

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function optionalText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function number(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** An archive contains -1 for values that were not measured. */
function isMeasured(value: number | null): value is number {
  return value !== null && value >= 0;
}
