import { type Fake, type FakeRoute, route } from "./fake-http.ts";
import {
  type AzureState,
  change,
  create,
  fieldsOf,
  projectOf,
  queryItems,
  readBatch,
  readUpdates,
  refusal,
  typeField,
} from "./azure-state.ts";

/** Returns a fake of Azure DevOps' work item endpoints for the organization "example". */
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
  const routes = [...itemRoutes(state, now), ...typeRoutes(state)];
  const authorization = `Basic ${Buffer.from(`:${token}`).toString("base64")}`;
  return {
    state,
    respond(request) {
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

const organization = "^/example/_apis";
const project = "^/example/([^/_][^/]*)/_apis/wit";
const version = ["api-version"];

function itemRoutes(state: AzureState, now: () => Date): readonly FakeRoute[] {
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
      method: "GET",
      path: new RegExp(String.raw`${organization}/wit/workitems/(\d+)/updates$`),
      query: [...version, "$top", "$skip"],
      handle: (request) => readUpdates(state, request),
    },
    {
      method: "PATCH",
      path: new RegExp(String.raw`${organization}/wit/workitems/(\d+)$`),
      query: version,
      handle: (request) => change(state, request),
    },
    {
      method: "POST",
      path: new RegExp(`${project}/attachments$`),
      query: [...version, "fileName"],
      handle: ({ headers, query }) => {
        if (headers["content-type"] !== "application/octet-stream")
          return refusal(400, "The request is not supported.", "VssRequestContentTypeNotSupportedException");
        const id = "098a279a-60b9-40a8-868b-b7fd00c0a439";
        const url = `https://dev.azure.com/example/_apis/wit/attachments/${id}?fileName=${query.get("fileName")}`;
        return { status: 201, body: { id, url } };
      },
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
  ];
}

function typeRoutes(state: AzureState): readonly FakeRoute[] {
  return [
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
