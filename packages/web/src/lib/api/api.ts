import { createClient } from "@plumb/client/client.ts";
import { fetchOrTake } from "./early-answers.ts";
import { expireSession, readToken } from "#lib/session/session.ts";
import { shareToken } from "#lib/session/share-token.ts";

/** API client of the app, for the same origin and with the token of the session or share link. A rejected token ends the session. */
export const api = createClient({
  baseUrl: "",
  token: () => shareToken ?? readToken(),
  onUnauthenticated: expireSession,
  fetch: fetchOrTake,
});
