/**
 * Returns the URL of a request: `:name` parts are replaced by `params`, and `query` is appended. Unset values (undefined, null) are omitted;
 * a list becomes a repeated parameter.
 *
 * @throws TypeError if a parameter of the path is missing, which is a bug of the caller.
 */
export function requestUrl(
  baseUrl: string,
  path: string,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (!isScalar(value)) throw new TypeError(`${path} needs the parameter ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      if (isScalar(item)) search.append(name, String(item));
    }
  }
  const suffix = search.size > 0 ? `?${search}` : "";
  return `${baseUrl.replace(/\/+$/, "")}${filled}${suffix}`;
}

function isScalar(value: unknown): value is string | number | boolean | bigint {
  return ["string", "number", "boolean", "bigint"].includes(typeof value);
}
