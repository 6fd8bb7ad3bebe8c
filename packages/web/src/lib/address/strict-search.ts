type Raw = Record<string, unknown>;

/**
 * Wraps a function for a route's `validateSearch`. The router merges its result over the raw parameters, so an invalid or unsafe
 * value that the function omitted would still reach the page. This wrapper removes such values.
 */
export function strictSearch<Search extends object>(read: (raw: Raw) => Search): (raw: Raw) => Search {
  return (raw) => ({ ...Object.fromEntries(Object.keys(raw).map((key) => [key, undefined])), ...read(raw) });
}
