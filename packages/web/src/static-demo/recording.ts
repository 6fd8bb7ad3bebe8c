/** A recorded response from the server. */
export interface RecordedResponse {
  readonly status: number;
  /** Parsed JSON. */
  readonly body: unknown;
}

/** Content of `recording.js`. */
export interface Recording {
  /** In milliseconds since 1970. The clock of the pages stands still at this time. */
  readonly recordedAt: number;
  /** Name of the file with the response to each request, by `requestKey`. */
  readonly responses: Readonly<Record<string, string>>;
}

/** A file of `responses/` calls `window.plumbResponse` with its name and its response, because a page opened from disk cannot use `fetch`. */
export const responseCallback = "plumbResponse";

/** Identifies a request: path and query, with the parameters in alphabetical order. */
export function requestKey(url: string): string {
  const { pathname, searchParams } = new URL(url, "http://recorded.invalid");
  searchParams.sort();
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}
