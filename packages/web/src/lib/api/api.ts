import { createClient } from "@plumb/client/client.ts";
import { fetchOrTake } from "./early-answers.ts";
import { expireSession, readToken } from "#lib/session/session.ts";

/** The one client of the app: same origin, the session's token, and a refused token ends the session. */
export const api = createClient({
  baseUrl: "",
  token: readToken,
  onUnauthenticated: expireSession,
  fetch: fetchOrTake,
});
