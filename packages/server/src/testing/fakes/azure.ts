import { z } from "zod";
import {
  type Fake,
  type FakeAnswer,
  FakeRefusal,
  type FakeRequest,
  type FakeRoute,
  readBody,
  route,
} from "./fake-http.ts";

interface FakeWorkItem {
  readonly id: number;
  readonly type: string;
  readonly fields: Record<string, string | number | boolean | undefined>;
  readonly comments: string[];
}

interface FakeField {
  readonly referenceName: string;
  readonly name: string;
  /** As in Azure DevOps, such as "string" and "html". */
  readonly type: string;
  readonly isIdentity?: boolean;
  readonly alwaysRequired?: boolean;
  readonly defaultValue?: unknown;
  readonly allowedValues?: readonly unknown[];
}

export interface AzureState {
  readonly project: string;
  /** Fields by work item type. */
  readonly types: Map<string, FakeField[]>;
  states: { readonly name: string; readonly category: string }[];
  /** Names of states that the rules of the process forbid. */
  readonly forbidden: Set<string>;
  readonly items: FakeWorkItem[];
}

const refusal = (status: number, message: string, typeKey: string, errors: readonly object[] = []): FakeAnswer => ({
  status,
  body: {
    $id: "1",
    message,
    typeKey,
    errorCode: 0,
    ...(errors.length > 0 && { customProperties: { ErrorMessage: message, RuleValidationErrors: errors } }),
  },
});
const invalid = (reason: string): FakeAnswer => refusal(400, reason, "VssPropertyValidationException");

function typeField(referenceName: string, name: string, type: string, alwaysRequired = false): FakeField {
  return { referenceName, name, type, alwaysRequired };
}

/** Returns a fake of the endpoints of Azure DevOps for work items, in the organization "example". */
export function createAzureFake(token: string, now: () => Date = () => new Date()): Fake<AzureState> {
  const common = [
    typeField("System.Title", "Title", "string", true),
    typeField("System.State", "State", "string", true),
    typeField("System.AreaId", "Area ID", "integer", true),
    typeField("System.IterationId", "Iteration ID", "integer", true),
    typeField("System.AreaPath", "Area Path", "treePath"),
    typeField("System.Description", "Description", "html"),
  ];
  const state: AzureState = {
    project: "My Shop",
    types: new Map([
      ["Bug", [...common, typeField("Microsoft.VSTS.TCM.ReproSteps", "Repro Steps", "html")]],
      ["Task", [...common]],
    ]),
    states: [
      { name: "New", category: "Proposed" },
      { name: "Active", category: "InProgress" },
      { name: "Resolved", category: "Resolved" },
      { name: "Closed", category: "Completed" },
    ],
    forbidden: new Set(),
    items: [],
  };
  const routes = allRoutes(state, now);
  const authorization = `Basic ${Buffer.from(`:${token}`).toString("base64")}`;
  return {
    state,
    answer(request) {
      if (request.headers.authorization !== authorization)
        return { status: 203, headers: { "content-type": "text/html" }, body: "<html>Sign in to your account</html>" };
      const version = new URL(request.url, "http://fake.test").searchParams.get("api-version");
      const isPreview = request.url.startsWith("/example/_apis/connectionData");
      if (version !== (isPreview ? "7.0-preview.1" : "7.0"))
        return refusal(400, "The requested REST API version is not supported.", "VssVersionOutOfRangeException");
      return route(routes, request, { status: 404, body: "<html>Page not found</html>" });
    },
  };
}

function allRoutes(state: AzureState, now: () => Date): readonly FakeRoute[] {
  const organization = "^/example/_apis";
  const project = "^/example/([^/_][^/]*)/_apis/wit";
  const version = ["api-version"];
  return [
    {
      method: "GET",
      path: new RegExp(`${organization}/connectionData$`),
      query: version,
      handle: () => ({ body: { authenticatedUser: { id: "1", providerDisplayName: "Ada" } } }),
    },
    {
      method: "GET",
      path: new RegExp(`${organization}/projects/([^/]+)$`),
      query: version,
      handle: (request) => ({ body: { id: "1", name: projectOf(state, request), state: "wellFormed" } }),
    },
    {
      method: "GET",
      path: new RegExp(`${organization}/wit/fields/([^/]+)$`),
      query: version,
      handle: ({ params }) => {
        const found = [...state.types.values()].flat().find(({ referenceName }) => referenceName === params[0]);
        if (found === undefined)
          return refusal(
            404,
            `TF51535: Cannot find field ${params[0]}.`,
            "WorkItemTrackingFieldDefinitionNotFoundException",
          );
        const { name, referenceName, type, isIdentity = false } = found;
        return { body: { name, referenceName, type, isIdentity, readOnly: false } };
      },
    },
    {
      method: "POST",
      path: new RegExp(`${organization}/wit/workitemsbatch$`),
      query: version,
      handle: (request) => readBatch(state, request),
    },
    {
      method: "PATCH",
      path: new RegExp(String.raw`${organization}/wit/workitems/(\d+)$`),
      query: version,
      handle: (request) => change(state, request),
    },
    {
      method: "POST",
      path: new RegExp(`${project}/wiql$`),
      query: [...version, "$top"],
      handle: (request) => queryItems(state, request),
    },
    {
      method: "POST",
      path: new RegExp(String.raw`${project}/workitems/\$([^/]+)$`),
      query: version,
      handle: (request) => create(state, request, now()),
    },
    {
      method: "GET",
      path: new RegExp(`${project}/workitemtypes/([^/]+)$`),
      query: version,
      handle: (request) => {
        fieldsOf(state, request);
        return {
          body: { name: request.params[1], referenceName: `Microsoft.VSTS.WorkItemTypes.${request.params[1]}` },
        };
      },
    },
    {
      method: "GET",
      path: new RegExp(`${project}/workitemtypes/([^/]+)/fields$`),
      query: [...version, "$expand"],
      handle: (request) => {
        // Allowed values are missing without `$expand`, and the types of fields always.
        const isExpanded = request.query.get("$expand") === "all";
        const value = fieldsOf(state, request).map(
          ({ referenceName, name, alwaysRequired = false, defaultValue = null, allowedValues = [] }) => ({
            referenceName,
            name,
            alwaysRequired,
            defaultValue,
            ...(isExpanded && { allowedValues }),
          }),
        );
        return { body: { count: value.length, value } };
      },
    },
    {
      method: "GET",
      path: new RegExp(`${project}/workitemtypes/([^/]+)/states$`),
      query: version,
      handle: (request) => {
        fieldsOf(state, request);
        return {
          body: { count: state.states.length, value: state.states.map((one) => ({ ...one, color: "b2b2b2" })) },
        };
      },
    },
  ];
}

function projectOf({ project }: AzureState, { params }: FakeRequest): string {
  if (params[0] === project) return project;
  throw new FakeRefusal(
    refusal(
      404,
      `TF200016: The following project does not exist: ${params[0]}.`,
      "ProjectDoesNotExistWithNameException",
    ),
  );
}

function fieldsOf(state: AzureState, request: FakeRequest): readonly FakeField[] {
  projectOf(state, request);
  const fields = state.types.get(request.params[1] ?? "");
  if (fields !== undefined) return fields;
  throw new FakeRefusal(
    refusal(
      404,
      `VS402323: Work item type ${request.params[1]} does not exist in project.`,
      "WorkItemTypeNotFoundException",
    ),
  );
}

type Value = z.infer<typeof Value>;
const Value = z.union([z.string(), z.number(), z.boolean()]);
const Patch = z
  .array(z.strictObject({ op: z.literal("add"), path: z.string().regex(/^\/fields\/[\w.]+$/), value: Value }))
  .min(1);

function patchOf(request: FakeRequest): Record<string, Value | undefined> {
  const operations = readBody(request, Patch, invalid, "application/json-patch+json");
  return Object.fromEntries(operations.map(({ path, value }) => [path.slice("/fields/".length), value]));
}

function ruleError(field: string, code: string): FakeAnswer {
  const message = `TF401320: Rule Error for field ${field}. Error code: ${code}.`;
  return refusal(400, message, "RuleValidationException", [{ fieldReferenceName: field, errorMessage: message }]);
}

function create(state: AzureState, request: FakeRequest, now: Date): FakeAnswer {
  const fields = fieldsOf(state, request);
  const given = patchOf(request);
  const unknown = Object.keys(given).find((name) => !fields.some(({ referenceName }) => referenceName === name));
  if (unknown !== undefined)
    return refusal(400, `TF51535: Cannot find field ${unknown}.`, "WorkItemFieldNotFoundException");
  const title = String(given["System.Title"] ?? "");
  if (title === "" || title.length > 255 || /[\r\n]/.test(title)) return ruleError("Title", "InvalidNotEmpty");
  for (const { referenceName, name, alwaysRequired, defaultValue = null } of fields)
    if (
      alwaysRequired === true &&
      defaultValue === null &&
      !referenceName.startsWith("System.") &&
      (given[referenceName] ?? "") === ""
    )
      return ruleError(name, "Required, InvalidEmpty");
  const item: FakeWorkItem = {
    id: state.items.length + 101,
    type: request.params[1] ?? "",
    fields: {
      "System.State": state.states[0]?.name ?? "New",
      "System.WorkItemType": request.params[1],
      "System.TeamProject": state.project,
      "System.CreatedDate": now.toISOString(),
      ...given,
    },
    comments: [],
  };
  state.items.push(item);
  return { body: present(item) };
}

function change(state: AzureState, request: FakeRequest): FakeAnswer {
  const item = state.items.find(({ id }) => String(id) === request.params[0]);
  if (item === undefined)
    return refusal(
      404,
      `TF401232: Work item ${request.params[0]} does not exist, or you do not have permissions to read it.`,
      "WorkItemUnauthorizedAccessException",
    );
  const { "System.History": comment, ...fields } = patchOf(request);
  const name = fields["System.State"];
  if (name !== undefined && (state.forbidden.has(String(name)) || !state.states.some((one) => one.name === name)))
    return ruleError("State", "LimitedToValues, InvalidListValue");
  if (comment !== undefined) item.comments.push(String(comment));
  Object.assign(item.fields, fields);
  return { body: present(item) };
}

function readBatch(state: AzureState, request: FakeRequest): FakeAnswer {
  const shape = z.strictObject({
    ids: z.array(z.number()).min(1).max(200),
    fields: z.array(z.string()),
    errorPolicy: z.literal("omit"),
  });
  const { ids, fields } = readBody(request, shape, invalid);
  const value = ids.map((wanted) => {
    const item = state.items.find(({ id }) => id === wanted);
    return item === undefined ? null : present(item, fields);
  });
  return { body: { count: value.length, value } };
}

/** Understands the two queries of Plumb, and no other. */
function queryItems(state: AzureState, request: FakeRequest): FakeAnswer {
  projectOf(state, request);
  const { query } = readBody(request, z.strictObject({ query: z.string() }), invalid);
  const [, condition] =
    /^SELECT \[System\.Id\] FROM WorkItems WHERE \[System\.TeamProject\] = @project AND (.+) ORDER BY \[System\.Id\] DESC$/.exec(
      query,
    ) ?? [];
  const isRecent = condition === "[System.CreatedBy] = @Me AND [System.CreatedDate] >= @Today - 4";
  const words = isRecent
    ? []
    : (condition ?? "").split(" AND ").map((part) => /^\[System\.Title\] CONTAINS '([^']+)'$/.exec(part)?.[1]);
  if (words.includes(undefined))
    return refusal(400, `TF51006: The query statement is missing or wrong: ${query}`, "SyntaxException");
  const found = state.items
    .filter(({ fields }) =>
      words.every((word) =>
        String(fields["System.Title"])
          .toLowerCase()
          .includes(word ?? ""),
      ),
    )
    .toReversed()
    .slice(0, Number(request.query.get("$top")));
  return {
    body: {
      queryType: "flat",
      queryResultType: "workItem",
      workItems: found.map(({ id }) => ({ id, url: `http://azure.test/${id}` })),
    },
  };
}

function present({ id, fields }: FakeWorkItem, names = Object.keys(fields)): object {
  const own = names.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]] as const);
  return { id, rev: 1, fields: Object.fromEntries(own), url: `http://azure.test/${id}` };
}
