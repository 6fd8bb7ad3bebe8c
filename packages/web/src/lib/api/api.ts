import { createClient } from "@plumb/client/client.ts";
import { fetchOrTake } from "./early-answers.ts";
import { expireSession, readToken } from "#lib/session/session.ts";

/** API client of the app, for the same origin and with the token of the session. A rejected token ends the session. */
export const api = createClient({
  baseUrl: "",
  token: readToken,
  onUnauthenticated: expireSession,
  fetch: fetchOrTake,
});
