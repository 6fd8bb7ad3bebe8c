import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import type { Connection, NewTicket, TicketFile, Tracker } from "#connectors/offers.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import { createOutgoing, type Outgoing } from "#outgoing/outgoing.ts";
import { type ReceivedRequest, startFakeService } from "./fake-service.ts";
import { refuseUnpublished, type Vendor } from "./published-apis.ts";
import type { FakeReply } from "#testing/fakes/fake-http.ts";
import { createGitlabFake } from "#testing/fakes/gitlab.ts";
import { createJiraFake } from "#testing/fakes/jira.ts";
import { createLinearFake } from "#testing/fakes/linear.ts";
import { createAzureFake } from "#testing/fakes/azure.ts";
import { createGithubFake } from "#testing/fakes/github.ts";

/** A ticket in a fake tracker, as tests compare it. */
interface StoredTicket {
  readonly title: string;
  readonly description: string;
  readonly isOpen: boolean;
  readonly comments: readonly string[];
}

/** A tracker, its fake, and settings for both. */
export interface TrackerSetup {
  readonly name: string;
  readonly id: ConnectorId;
  readonly vendor: Vendor;
  readonly secret: string;
  /** `here` in a value is the address of the fake. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly binding: Readonly<Record<string, string>>;
  readonly start: (now: () => Date) => {
    readonly respond: (request: ReceivedRequest) => FakeReply;
    readonly tickets: () => readonly StoredTicket[];
    /** Moves the only ticket to another place, such as another repository. Returns its id, and texts by which it could be found there. */
    readonly move: () => { readonly id: string; readonly texts: readonly string[] };
    /** Deletes all tickets. */
    readonly clear: () => void;
  };
  /** Id of a ticket that does not exist. */
  readonly missingId: string;
  readonly maxDescription: number;
}

export const now = new Date("2026-03-04T10:00:00.000Z");
const loopback = createOutgoing({ allowPrivateHosts: ["127.0.0.1", "localhost"] });

const github: TrackerSetup = {
  name: "GitHub",
  id: "github",
  vendor: "github",
  secret: "ghp_secret",
  credentials: { apiUrl: "here", token: "ghp_secret" },
  binding: { repository: "octo/shop", labels: "bug, tests" },
  start(clock) {
    const { state, respond } = createGithubFake("ghp_secret", clock);
    const shop = { hasIssues: true, labels: ["bug", "tests", "flaky"], issues: [] as never[] };
    state.repositories.set("octo/shop", shop);
    const issues = () => state.repositories.get("octo/shop")?.issues ?? [];
    return {
      respond,
      tickets: () =>
        issues().map(({ title, body, state: own, comments }) => ({
          title,
          description: body ?? "",
          isOpen: own === "open",
          comments,
        })),
      move() {
        const moved = issues().splice(0);
        state.repositories.set("octo/vault", { hasIssues: true, labels: [], issues: moved });
        const id = `octo/vault#${moved[0]?.number}`;
        return { id, texts: [id, "here/octo/vault/issues/1"] };
      },
      clear: () => issues().splice(0),
    };
  },
  missingId: "octo/shop#999",
  maxDescription: 65_536,
};

const gitlab: TrackerSetup = {
  name: "GitLab",
  id: "gitlab",
  vendor: "gitlab",
  secret: "glpat-secret",
  credentials: { url: "here/", token: "glpat-secret" },
  binding: { project: "shop/web", labels: "bug" },
  start(clock) {
    const { state, respond } = createGitlabFake("glpat-secret", clock);
    const issues: (typeof state.projects)[number]["issues"] = [];
    const project = { id: 42, path: "shop/web", name: "Shop / Web", issuesEnabled: true, labels: ["bug"], issues };
    state.projects.push(project);
    return {
      respond,
      tickets: () =>
        issues.map(({ title, description, state: own, notes }) => ({
          title,
          description: description ?? "",
          isOpen: own === "opened",
          comments: notes,
        })),
      move() {
        const other = { id: 43, path: "shop/vault", name: "Shop / Vault", issuesEnabled: true, labels: [] };
        state.projects.push({ ...other, issues: issues.splice(0) });
        return { id: "43#1", texts: ["shop/vault#1", "here/shop/vault/-/issues/1"] };
      },
      clear: () => issues.splice(0),
    };
  },
  missingId: "42#999",
  maxDescription: 100_000,
};

function jira(isCloud: boolean): TrackerSetup {
  const email = "ada@example.test";
  const secret = "jira-secret";
  const basic = Buffer.from(`${email}:${secret}`).toString("base64");
  return {
    name: isCloud ? "Jira Cloud" : "Jira Data Center",
    id: "jira",
    vendor: isCloud ? "jira-cloud" : "jira-data-center",
    secret,
    credentials: {
      deployment: isCloud ? "cloud" : "data-center",
      siteUrl: "here/",
      email: isCloud ? email : "",
      apiToken: secret,
    },
    binding: { projectKey: "shop", issueType: "Bug" },
    start() {
      const authorization = isCloud ? `Basic ${basic}` : `Bearer ${secret}`;
      const { state, respond } = createJiraFake({ isCloud, authorization });
      return {
        respond,
        tickets: () =>
          state.issues.map(({ summary, description, status, comments }) => ({
            title: summary,
            description: asText(description),
            isOpen: status.category !== "done",
            comments: comments.map(asText),
          })),
        move() {
          const [issue] = state.issues;
          if (issue === undefined) throw new Error("There is no issue to move.");
          issue.key = "VAULT-8";
          return { id: issue.id, texts: ["VAULT-8", "here/browse/VAULT-8"] };
        },
        clear: () => state.issues.splice(0),
      };
    },
    missingId: "999999",
    maxDescription: 32_767,
  };
}

const linear: TrackerSetup = {
  name: "Linear",
  id: "linear",
  vendor: "linear",
  secret: "lin_api_secret",
  credentials: { apiUrl: "here/graphql", apiKey: "lin_api_secret" },
  binding: { teamKey: "shop" },
  start() {
    const { state, respond } = createLinearFake("lin_api_secret");
    return {
      respond,
      tickets: () =>
        state.issues.map(({ title, description, state: { type }, comments }) => ({
          title,
          description,
          isOpen: type !== "completed",
          comments,
        })),
      move() {
        state.teams.push({ id: "team-2", key: "VAULT", name: "Vault" });
        const [issue] = state.issues.splice(0);
        if (issue === undefined) throw new Error("There is no issue to move.");
        const identifier = "VAULT-8";
        state.issues.push({ ...issue, teamId: "team-2", identifier });
        return { id: issue.id, texts: [identifier, `https://linear.app/acme/issue/${identifier}/title`] };
      },
      clear: () => state.issues.splice(0),
    };
  },
  missingId: "00000000-0000-4000-8000-000000000000",
  maxDescription: 100_000,
};

const azure: TrackerSetup = {
  name: "Azure Boards",
  id: "azure-boards",
  vendor: "azure",
  secret: "azure-secret",
  credentials: { organizationUrl: "here/example/", token: "azure-secret" },
  binding: { project: "My Shop", workItemType: "Bug", areaPath: "My Shop\\Checkout" },
  start(clock) {
    const { state, respond } = createAzureFake("azure-secret", clock);
    return {
      respond,
      tickets: () =>
        state.items.map(({ fields, comments }) => ({
          title: String(fields["System.Title"]),
          description: String(fields["Microsoft.VSTS.TCM.ReproSteps"]),
          isOpen: fields["System.State"] !== "Closed",
          comments,
        })),
      move() {
        const [item] = state.items;
        if (item === undefined) throw new Error("There is no work item to move.");
        item.fields["System.TeamProject"] = "Vault";
        const id = String(item.id);
        return { id, texts: [id, `#${id}`, `here/example/Vault/_workitems/edit/${id}`] };
      },
      clear: () => state.items.splice(0),
    };
  },
  missingId: "999",
  maxDescription: 100_000,
};

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export const trackers: readonly TrackerSetup[] = [github, gitlab, jira(true), jira(false), azure, linear];

/** @param name of a setup in `trackers`. */
export function trackerSetup(name: string): TrackerSetup {
  const found = trackers.find((setup) => setup.name === name);
  if (found === undefined) throw new Error(`There is no tracker ${name}`);
  return found;
}

export interface StartedTracker extends AsyncDisposable {
  readonly tracker: Tracker;
  readonly connection: Connection;
  readonly fake: ReturnType<TrackerSetup["start"]>;
  readonly received: ReceivedRequest[];
  readonly url: string;
  /** Replaces the responses of the fake; `null` for no response. */
  readonly override: (response: ((request: ReceivedRequest) => FakeReply | null) | undefined) => void;
}

/** Starts the fake of a tracker, and connects to it. */
export async function startTracker(setup: TrackerSetup): Promise<StartedTracker> {
  const { tracker } = connectors[setup.id];
  if (tracker === undefined) throw new Error(`${setup.name} offers no tracker`);
  const fake = setup.start(() => now);
  let override: ((request: ReceivedRequest) => FakeReply | null) | undefined;
  const far = await startFakeService(
    (request) => refuseUnpublished(setup.vendor, request) ?? (override ?? fake.respond)(request),
  );
  return {
    tracker,
    connection: {
      credentials: filled(setup.credentials, far.url),
      binding: setup.binding,
      outgoing: towards(far.url),
      now,
    },
    fake,
    received: far.received,
    url: far.url,
    override: (response) => {
      override = response;
    },
    [Symbol.asyncDispose]: () => far[Symbol.asyncDispose](),
  };
}

export function filled(values: Readonly<Record<string, string>>, url: string): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.replace("here", url)]));
}

/** Sends requests to the fixed address of Linear to the fake. */
export function towards(url: string): Outgoing {
  return {
    ...loopback,
    request: (input) => loopback.request({ ...input, url: input.url.replace("https://api.linear.app", url) }),
  };
}

export const newTicket: NewTicket = {
  title: "TimeoutError: locator('#pay') was not visible",
  description: [
    { kind: "paragraph", content: ["Failed in ", { text: "run 812", url: "https://plumb.example/reports/812" }, "."] },
    { kind: "code", text: "TimeoutError: locator.click\n    at pay (tests/pay.spec.ts:12:3)" },
  ],
  fields: {},
  mark: "plumb:7:0f3b6c1e",
};

export const screenshot: TicketFile = {
  name: "screenshot-7.png",
  contentType: "image/png",
  bytes: Buffer.from("PNG"),
};
