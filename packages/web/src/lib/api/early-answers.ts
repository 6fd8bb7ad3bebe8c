declare global {
  interface Window {
    /** Keyed by `authorization url`; see public/start.js. */
    earlyAnswers?: Map<string, Promise<Response>>;
  }
}

/** `fetch` that reuses requests which start.js sent before the app was loaded. Each of them is used once. */
export const fetchOrTake: typeof fetch = async (input, init) => {
  const authorization = new Headers(init?.headers).get("authorization") ?? "";
  const key = `${authorization} ${typeof input === "string" ? input : ""}`;
  const early = init?.method === "GET" ? window.earlyAnswers?.get(key) : undefined;
  if (early === undefined) return fetch(input, init);
  window.earlyAnswers?.delete(key);
  return early.catch(() => fetch(input, init));
};
