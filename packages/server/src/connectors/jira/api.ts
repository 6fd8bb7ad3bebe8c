import { firstOf, partOf } from "#connectors/reasons.ts";
import { reasonsOf, type ServiceApi } from "#connectors/service-api.ts";
import { ServiceError } from "#connectors/service-error.ts";
import { baseUrl, type Values } from "#connectors/values.ts";
import type { Outgoing, OutgoingReply } from "#outgoing/outgoing.ts";

/**
 * The REST API of Jira: version 3 of Jira Cloud, whose texts are documents, and version 2 of Jira Data Center, whose texts are wiki markup.
 *
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/ and https://developer.atlassian.com/server/jira/platform/rest/
 */
export interface JiraApi extends ServiceApi {
  readonly isCloud: boolean;
  /** Address of the REST API, without a trailing slash. */
  readonly url: string;
  /** Address of Jira's pages, without a trailing slash. */
  readonly site: string;
}

export function jiraApi(options: { credentials: Values; outgoing: Outgoing; now: Date }): JiraApi {
  const { credentials, outgoing, now } = options;
  const { email = "", apiToken = "" } = credentials;
  const isCloud = credentials["deployment"] !== "data-center";
  const site = baseUrl(credentials, "siteUrl");
  const basic = Buffer.from(`${email}:${apiToken}`).toString("base64");
  const api: JiraApi = {
    name: "Jira",
    isCloud,
    url: isCloud ? `${baseUrl(credentials, "apiUrl") || site}/rest/api/3` : `${site}/rest/api/2`,
    site,
    outgoing,
    now,
    headers: { authorization: isCloud ? `Basic ${basic}` : `Bearer ${apiToken}`, accept: "application/json" },
    secrets: [apiToken, basic],
    refusals: {
      credentials: isCloud
        ? "Jira rejected the email address and API token."
        : "Jira rejected the personal access token.",
      rights: "The Jira account may not do this.",
      missing: "There is no Jira site at this address.",
    },
    reasons: jiraReasons,
    special: (response, body) => captcha(response) ?? removedApi(api, response, body),
  };
  return api;
}

/** `errors` contains a message for each field. */
function jiraReasons(body: unknown): Iterable<unknown> {
  const errors = partOf(body, "errors");
  const fields = typeof errors === "object" && errors !== null ? Object.entries(errors).slice(0, 100) : [];
  const texts = fields.map(([name, text]) => (typeof text === "string" ? `${name}: ${text}` : ""));
  return [firstOf(partOf(body, "errorMessages")), partOf(body, "message"), ...texts];
}

/** Jira Data Center requires a CAPTCHA after several wrong passwords, even with a valid token. */
function captcha({ status, headers }: OutgoingReply): ServiceError | null {
  if (status !== 403 || !String(headers["x-authentication-denied-reason"]).includes("CAPTCHA")) return null;
  return new ServiceError("Jira requires a CAPTCHA for this account. Sign in to Jira in a browser once.", {
    status,
    scope: "destination",
  });
}

/** Jira Cloud responds with 410 if an endpoint does not exist any more, and Jira Data Center is not at that address. */
function removedApi(api: JiraApi, response: OutgoingReply, body: unknown): ServiceError | null {
  if (response.status !== 410 || !reasonsOf(api, body).some((reason) => reason.includes("API has been removed")))
    return null;
  const advice = api.isCloud ? "Update this server." : "Choose Cloud as the deployment if this site is in Jira Cloud.";
  return new ServiceError(`Jira has removed the API that was used (HTTP 410). ${advice}`, {
    status: 410,
    scope: "destination",
  });
}
