declare global {
  interface Window {
    /** By `authorization url`; see public/start.js. */
    earlyAnswers?: Map<string, Promise<Response>>;
  }
}

/** `fetch`, except that a call which start.js began before the app was there is not made again. Each is taken once. */
export const fetchOrTake: typeof fetch = async (input, init) => {
  const authorization = new Headers(init?.headers).get("authorization") ?? "";
  const key = `${authorization} ${typeof input === "string" ? input : ""}`;
  const early = init?.method === "GET" ? window.earlyAnswers?.get(key) : undefined;
  if (early === undefined) return fetch(input, init);
  window.earlyAnswers?.delete(key);
  return early.catch(() => fetch(input, init));
};
