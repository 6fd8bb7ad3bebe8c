import { oauthToken } from "#connectors/oauth-client.ts";
import { firstOf, partOf } from "#connectors/reasons.ts";
import type { ServiceApi } from "#connectors/service-api.ts";
import { rejected } from "#connectors/responses.ts";
import { ServiceError } from "#connectors/service-error.ts";
import { baseUrl, type Values } from "#connectors/values.ts";
import type { Outgoing, OutgoingReply } from "#outgoing/outgoing.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

/** The REST API of Azure DevOps. @see https://learn.microsoft.com/rest/api/azure/devops/wit/ */
export interface AzureApi extends ServiceApi {
  /** Address of the organization or collection, without a trailing slash. */
  readonly url: string;
}

const badToken = "Azure DevOps rejected the access token.";

export function azureApi(options: { credentials: Values; outgoing: Outgoing; now: Date }): AzureApi {
  const { credentials, outgoing, now } = options;
  const token = credentials["token"] ?? "";
  const basic = Buffer.from(`:${token}`).toString("base64");
  return {
    name: "Azure DevOps",
    url: baseUrl(credentials, "organizationUrl"),
    outgoing,
    now,
    headers: {
      authorization: isApplication(credentials) ? `Bearer ${token}` : `Basic ${basic}`,
      accept: "application/json",
    },
    secrets: [token, basic],
    refusals: {
      credentials: badToken,
      rights: "The access token may not do this; it needs the scope Work Items (read and write).",
      missing: "There is no Azure DevOps organization at this address.",
    },
    reasons: azureReasons,
    special: signInPage,
  };
}

/** Id of Azure DevOps in Microsoft Entra: https://learn.microsoft.com/azure/devops/integrate/get-started/authentication/service-principal-managed-identity */
export const entraScope = "499b84ac-1321-427f-aa17-267ca6975798/.default";

/** Signs in as an application that is registered in Microsoft Entra and was added to the organization as a user. */
export async function signInToAzure(values: Values, { outgoing }: { readonly outgoing: Outgoing }): Promise<Values> {
  const { token = "", tokenUrl = "", clientId = "", clientSecret = "" } = values;
  if (isApplication(values)) {
    const client = { tokenUrl, scope: entraScope, clientId, clientSecret, refreshToken: "" };
    return { ...values, token: await oauthToken(outgoing, client) };
  }
  if (token === "") throw new OutgoingError("Enter the personal access token.");
  return values;
}

function isApplication(values: Values): boolean {
  return values["authentication"] === "application";
}

/** Returns an address of the API; this version exists in Azure DevOps Server since 2022. */
export function azureUrl(base: string, path: string, query = ""): string {
  return `${base}/_apis/${path}?${query}api-version=7.0`;
}

/** Azure DevOps rejects a token with 401, its sign-in page (203), or a redirect to it. Only a header contains the reason, such as an expired token. */
function signInPage({ status, headers }: OutgoingReply): ServiceError | null {
  const isRedirect = status === 302 && /_signin|login\./i.test(String(headers["location"]));
  if (status !== 203 && status !== 401 && !isRedirect) return null;
  return new ServiceError(rejected(badToken, [String(headers["x-tfs-serviceerror"] ?? "")]), {
    status,
    scope: "destination",
  });
}

/** The message names the first field that is wrong, and `RuleValidationErrors` all of them. */
function azureReasons(body: unknown): Iterable<unknown> {
  const rules = firstOf(partOf(partOf(body, "customProperties"), "RuleValidationErrors"));
  return new Set([partOf(body, "message"), ...rules.map((rule) => partOf(rule, "errorMessage"))]);
}
