type Raw = Record<string, unknown>;

/**
 * For a route's `validateSearch`. The router merges what that answers over the raw parameters, so that a value which was
 * left out because it makes no sense, or leads away, would still reach the page: here it is taken away.
 */
export function strictSearch<Search extends object>(read: (raw: Raw) => Search): (raw: Raw) => Search {
  return (raw) => ({ ...Object.fromEntries(Object.keys(raw).map((key) => [key, undefined])), ...read(raw) });
}
