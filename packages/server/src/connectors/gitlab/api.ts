import { partOf } from "#connectors/reasons.ts";
import type { ServiceApi } from "#connectors/service-api.ts";
import { baseUrl, type Values } from "#connectors/values.ts";
import type { Outgoing } from "#outgoing/outgoing.ts";

/** The REST API of GitLab. @see https://docs.gitlab.com/api/issues/ */
export interface GitlabApi extends ServiceApi {
  /** Address of the REST API, without a trailing slash. */
  readonly url: string;
  /** Address of GitLab's pages, without a trailing slash. */
  readonly site: string;
}

export function gitlabApi(options: { credentials: Values; outgoing: Outgoing; now: Date }): GitlabApi {
  const { credentials, outgoing, now } = options;
  const token = credentials["token"] ?? "";
  const site = baseUrl(credentials, "url");
  return {
    name: "GitLab",
    url: `${site}/api/v4`,
    site,
    outgoing,
    now,
    headers: { "private-token": token, accept: "application/json" },
    secrets: [token],
    refusals: {
      credentials: "GitLab rejected the access token.",
      rights: "The access token may not do this; it needs the scope api and at least the role Reporter.",
      missing: "There is no GitLab API at this address.",
    },
    reasons: gitlabReasons,
  };
}

/** `message` is a text, a list, or an object with a list for each field. */
function gitlabReasons(body: unknown): Iterable<unknown> {
  return [partOf(body, "message"), partOf(body, "error_description") ?? partOf(body, "error")];
}
