import { z } from "zod";
import type { ReceivedRequest } from "#testing/fake-service.ts";
import { type Fake, type FakeReply, FakeRefusal, readBody } from "./fake-http.ts";

interface FakeState {
  readonly id: string;
  readonly name: string;
  readonly type: "triage" | "backlog" | "unstarted" | "started" | "completed" | "canceled" | "duplicate";
  readonly position: number;
}

interface FakeIssue {
  readonly id: string;
  readonly identifier: string;
  readonly teamId: string;
  title: string;
  description: string;
  state: FakeState;
  assignee: string | null;
  trashed: boolean;
  archived: boolean;
  readonly priority: number;
  readonly labelIds: readonly string[];
  readonly comments: string[];
}

export interface LinearState {
  readonly teams: { readonly id: string; readonly key: string; readonly name: string }[];
  readonly labels: { readonly id: string; readonly name: string; readonly isGroup: boolean }[];
  readonly issues: FakeIssue[];
  states: FakeState[];
}

type Variables = Readonly<Record<string, unknown>>;

const issueNames = "id identifier title url trashed state name type assignee displayName".split(" ");
/** Names that the text of each operation may contain, besides those of the GraphQL language. */
const operations: Readonly<Record<string, readonly string[]>> = {
  Viewer: ["viewer", "name", "organization", "id"],
  Team: ["key", "String", "teams", "filter", "eq", "nodes", "id", "name"],
  Labels: "key String issueLabels first filter or team eq null true nodes id name isGroup".split(" "),
  Issues: ["filter", "IssueFilter", "first", "Int", "issues", "includeArchived", "true", "nodes", ...issueNames],
  Search: ["filter", "IssueFilter", "issues", "first", "orderBy", "updatedAt", "nodes", ...issueNames],
  Issue: ["id", "String", "issue", ...issueNames],
  States: ["id", "String", "issue", "team", "states", "first", "nodes", "position", ...issueNames],
  CreateIssue: ["input", "IssueCreateInput", "issueCreate", "success", "issue", ...issueNames],
  UpdateIssue: ["id", "String", "input", "IssueUpdateInput", "issueUpdate", "success"],
  Comments: "id String text first Int issue comments filter body contains nodes".split(" "),
  FileUpload:
    "contentType String filename size Int fileUpload success uploadFile uploadUrl assetUrl headers key value".split(
      " ",
    ),
  CreateComment: ["input", "CommentCreateInput", "commentCreate", "success"],
};

const uuid = z.uuid({ version: "v4" });
const IssueFilter = z.strictObject({
  id: z.strictObject({ in: z.array(uuid) }).optional(),
  team: z.strictObject({ key: z.strictObject({ eq: z.string() }) }).optional(),
  and: z.array(z.strictObject({ title: z.strictObject({ containsIgnoreCase: z.string() }) })).optional(),
});
const NewIssue = z.strictObject({
  id: uuid,
  teamId: z.string(),
  title: z.string().min(1),
  description: z.string(),
  priority: z.number().int().min(0).max(4).optional(),
  labelIds: z.array(z.string()).optional(),
});

/** Returns a fake of the GraphQL API of Linear with the operations that Plumb uses. */
export function createLinearFake(apiKey: string): Fake<LinearState> {
  const state: LinearState = {
    teams: [{ id: "team-1", key: "SHOP", name: "Shop" }],
    labels: [
      { id: "label-1", name: "Bug", isGroup: false },
      { id: "label-2", name: "Area", isGroup: true },
    ],
    issues: [],
    states: [
      { id: "state-1", name: "Backlog", type: "backlog", position: 0 },
      { id: "state-2", name: "Todo", type: "unstarted", position: 1 },
      { id: "state-3", name: "In Progress", type: "started", position: 2 },
      { id: "state-5", name: "Released", type: "completed", position: 4 },
      { id: "state-4", name: "Done", type: "completed", position: 3 },
      { id: "state-6", name: "Canceled", type: "canceled", position: 5 },
    ],
  };
  return {
    state,
    respond(request) {
      if (request.method === "PUT" && request.url.startsWith("/storage/")) return store(request);
      if (request.method !== "POST" || request.url !== "/graphql") return { status: 404, body: "Not found" };
      if (request.headers.authorization !== apiKey)
        return refusal(400, "Authentication required, not authenticated", "AUTHENTICATION_ERROR");
      try {
        return { body: { data: run(state, request) } };
      } catch (error) {
        if (error instanceof FakeRefusal) return error.answer;
        throw error;
      }
    },
  };
}

/** The storage only accepts the signature in the address, and the headers that belong to it. */
function store({ headers, url }: ReceivedRequest): FakeReply {
  const isSigned = url.endsWith("?signature=s1gned") && headers["x-goog-content-length-range"] === "1,2000000";
  const isCached = headers["cache-control"] === "public, max-age=31536000";
  const isImage = headers["content-type"] === "image/png";
  return isSigned && isCached && isImage && headers.authorization === undefined
    ? { status: 200 }
    : { status: 403, body: "SignatureDoesNotMatch" };
}

function refusal(status: number, message: string, code: string): FakeReply {
  const extensions = { type: code.toLowerCase().replaceAll("_", " "), code, statusCode: status, userError: true };
  return { status, body: { errors: [{ message, extensions: { ...extensions, userPresentableMessage: message } }] } };
}

function invalid(reason: string): FakeReply {
  return refusal(400, `Argument Validation Error: ${reason}`, "INPUT_ERROR");
}

function notFound(): FakeRefusal {
  return new FakeRefusal({
    status: 200,
    body: {
      data: null,
      errors: [
        {
          message: "Entity not found: Issue",
          extensions: {
            type: "invalid input",
            code: "INPUT_ERROR",
            statusCode: 400,
            userPresentableMessage: "Could not find referenced Issue.",
          },
        },
      ],
    },
  });
}

function run(state: LinearState, request: ReceivedRequest): object {
  const shape = z.strictObject({ query: z.string(), variables: z.record(z.string(), z.unknown()) });
  const { query, variables } = readBody(request, shape, invalid);
  const name = /^(?:query|mutation) (\w+)/.exec(query)?.[1] ?? "";
  const allowed = operations[name];
  const unknown = query
    .match(/[a-z]\w*/gi)
    ?.find((word) => ![...(allowed ?? []), "query", "mutation", name].includes(word));
  if (allowed === undefined || unknown !== undefined)
    throw new FakeRefusal(refusal(400, `Cannot query field "${unknown ?? name}"`, "GRAPHQL_VALIDATION_FAILED"));
  return handlers[name]?.(state, variables) ?? {};
}

const handlers: Readonly<Record<string, (state: LinearState, variables: Variables) => object>> = {
  Viewer: () => ({ viewer: { name: "Ada", organization: { id: "b1946ac9-2d5a-4b1e-9f0c-000000000001" } } }),
  Team: ({ teams }, { key }) => ({ teams: { nodes: teams.filter((team) => team.key === key) } }),
  Labels: ({ labels }) => ({ issueLabels: { nodes: labels } }),
  Issues: (state, { filter, first }) => ({
    issues: { nodes: matching(state, filter, true).slice(0, Number(first)).map(present) },
  }),
  Search: (state, { filter }) => ({ issues: { nodes: matching(state, filter, false).slice(0, 20).map(present) } }),
  Issue: (state, { id }) => ({ issue: present(issueOf(state, id)) }),
  States: (state, { id }) => ({ issue: { ...present(issueOf(state, id)), team: { states: { nodes: state.states } } } }),
  CreateIssue: (state, { input }) => ({ issueCreate: { success: true, issue: present(create(state, input)) } }),
  UpdateIssue(state, { id, input }) {
    const { stateId } = parse(z.strictObject({ stateId: z.string() }), input);
    const target = state.states.find((one) => one.id === stateId);
    if (target === undefined) throw notFound();
    issueOf(state, id).state = target;
    return { issueUpdate: { success: true } };
  },
  Comments(state, { id, text, first }) {
    const found = issueOf(state, id).comments.filter((body) => body.includes(String(text)));
    return { issue: { comments: { nodes: found.slice(0, Number(first)).map((body) => ({ body })) } } };
  },
  FileUpload(_state, variables) {
    const { filename } = parse(
      z.strictObject({ contentType: z.string(), filename: z.string(), size: z.number().int().positive() }),
      variables,
    );
    return {
      fileUpload: {
        success: true,
        uploadFile: {
          uploadUrl: `https://api.linear.app/storage/${filename}?signature=s1gned`,
          assetUrl: `https://uploads.linear.app/1/${filename}`,
          headers: [{ key: "x-goog-content-length-range", value: "1,2000000" }],
        },
      },
    };
  },
  CreateComment(state, { input }) {
    const { issueId, body } = parse(z.strictObject({ issueId: uuid, body: z.string().min(1) }), input);
    issueOf(state, issueId).comments.push(body);
    return { commentCreate: { success: true } };
  },
};

function parse<Shape extends z.ZodType>(shape: Shape, value: unknown): z.infer<Shape> {
  const read = shape.safeParse(value);
  if (!read.success) throw new FakeRefusal(invalid(z.prettifyError(read.error)));
  return read.data;
}

function matching({ issues, teams }: LinearState, input: unknown, includeArchived: boolean): readonly FakeIssue[] {
  const { id, team, and = [] } = parse(IssueFilter, input);
  return issues.filter(
    (issue) =>
      (includeArchived || !issue.archived) &&
      (id === undefined || id.in.includes(issue.id)) &&
      (team === undefined || teams.find((one) => one.id === issue.teamId)?.key === team.key.eq) &&
      and.every(({ title }) => issue.title.toLowerCase().includes(title.containsIgnoreCase.toLowerCase())),
  );
}

function issueOf({ issues }: LinearState, id: unknown): FakeIssue {
  const found = issues.find((issue) => issue.id === id || issue.identifier === id);
  if (found === undefined) throw notFound();
  return found;
}

function create(state: LinearState, input: unknown): FakeIssue {
  const { id, teamId, title, description, priority = 0, labelIds = [] } = parse(NewIssue, input);
  const team = state.teams.find((one) => one.id === teamId);
  const unstarted = state.states.find(({ type }) => type === "unstarted") ?? state.states[0];
  if (team === undefined || unstarted === undefined) throw notFound();
  if (state.issues.some((issue) => issue.id === id)) throw new FakeRefusal(invalid("Issue already exists"));
  const issue: FakeIssue = {
    id,
    identifier: `${team.key}-${state.issues.length + 1}`,
    teamId,
    title,
    description,
    state: unstarted,
    assignee: null,
    trashed: false,
    archived: false,
    priority,
    labelIds,
    comments: [],
  };
  state.issues.push(issue);
  return issue;
}

function present({ id, identifier, title, state, assignee, trashed }: FakeIssue): object {
  return {
    id,
    identifier,
    title,
    url: `https://linear.app/shop/issue/${identifier}/${title.toLowerCase().replaceAll(/\W+/g, "-")}`,
    trashed: trashed || null,
    state: { name: state.name, type: state.type },
    assignee: assignee === null ? null : { displayName: assignee },
  };
}
