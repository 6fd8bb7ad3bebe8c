import { createRequestChecker, type RequestChecker } from "@plumb/code-hosts/testing/published-api.ts";
import type { ReceivedRequest } from "./fake-service.ts";
import type { FakeReply } from "#testing/fakes/fake-http.ts";
import { createQueryChecker } from "./published-graphql.ts";

const own = (name: string) => new URL(`published/${name}`, import.meta.url);
const shared = (name: string) =>
  new URL(`published/${name}`, import.meta.resolve("@plumb/code-hosts/testing/published-api.ts"));

const files = {
  azure: shared("azure-devops.json"),
  bitbucket: shared("bitbucket.json"),
  discord: own("discord.json"),
  github: shared("github.json"),
  gitlab: shared("gitlab.json"),
  "jira-cloud": own("jira-cloud.json"),
  "jira-data-center": own("jira-data-center.json"),
  linear: own("linear.json"),
  oauth: own("oauth.json"),
  slack: own("slack.json"),
  teams: own("teams.json"),
} as const;
export type Vendor = keyof typeof files;

const schemas: Partial<Record<Vendor, URL>> = { github: own("github.graphql"), linear: own("linear.graphql") };

/** Addresses that a response contains. The published APIs do not have them, so the fakes check the requests to them. */
const signedAddresses: Partial<Record<Vendor, RegExp>> = { linear: /^\/storage\// };

/** Returns the check of requests against the published API of a vendor. */
export function publishedApi(vendor: Vendor): RequestChecker {
  const checker = createRequestChecker(files[vendor]);
  const schema = schemas[vendor];
  if (schema === undefined) return checker;
  const checkQuery = createQueryChecker(schema);
  return {
    ...checker,
    check(request) {
      if (signedAddresses[vendor]?.test(request.url) === true) return null;
      return checker.check(request) ?? (request.url === "/graphql" ? checkQuery(request.body) : null);
    },
  };
}

const checkers = new Map<Vendor, RequestChecker>();

/** Returns the response of a fake to a request that differs from the published API of its vendor; `null` for other requests. */
export function refuseUnpublished(vendor: Vendor | undefined, request: ReceivedRequest): FakeReply | null {
  if (vendor === undefined) return null;
  const checker = checkers.get(vendor) ?? publishedApi(vendor);
  checkers.set(vendor, checker);
  const reason = checker.check(request);
  return reason === null
    ? null
    : { status: 400, body: { message: reason, errorMessages: [reason], errors: [{ message: reason }] } };
}
