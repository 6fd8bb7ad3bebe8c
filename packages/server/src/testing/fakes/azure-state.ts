import { z } from "zod";
import { type FakeReply, FakeRefusal, type FakeRequest, readBody } from "./fake-http.ts";

interface FakeWorkItem {
  readonly id: number;
  readonly type: string;
  readonly fields: Record<string, string | number | boolean | undefined>;
  readonly comments: string[];
  /** Addresses of attached files. */
  readonly attachments: string[];
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

export const refusal = (
  status: number,
  message: string,
  typeKey: string,
  errors: readonly object[] = [],
): FakeReply => ({
  status,
  body: {
    $id: "1",
    message,
    typeKey,
    errorCode: 0,
    ...(errors.length > 0 && { customProperties: { ErrorMessage: message, RuleValidationErrors: errors } }),
  },
});
const invalid = (reason: string): FakeReply => refusal(400, reason, "VssPropertyValidationException");

export function typeField(referenceName: string, name: string, type: string, alwaysRequired = false): FakeField {
  return { referenceName, name, type, alwaysRequired };
}

export function projectOf({ project }: AzureState, { params }: FakeRequest): string {
  if (params[0] === project) return project;
  throw new FakeRefusal(
    refusal(
      404,
      `TF200016: The following project does not exist: ${params[0]}.`,
      "ProjectDoesNotExistWithNameException",
    ),
  );
}

export function fieldsOf(state: AzureState, request: FakeRequest): readonly FakeField[] {
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

function ruleError(field: string, code: string): FakeReply {
  const message = `TF401320: Rule Error for field ${field}. Error code: ${code}.`;
  return refusal(400, message, "RuleValidationException", [{ fieldReferenceName: field, errorMessage: message }]);
}

export function create(state: AzureState, request: FakeRequest, now: Date): FakeReply {
  const fields = fieldsOf(state, request);
  const input = patchOf(request);
  const unknown = Object.keys(input).find((name) => !fields.some(({ referenceName }) => referenceName === name));
  if (unknown !== undefined)
    return refusal(400, `TF51535: Cannot find field ${unknown}.`, "WorkItemFieldNotFoundException");
  const title = String(input["System.Title"] ?? "");
  if (title === "" || title.length > 255 || /[\r\n]/.test(title)) return ruleError("Title", "InvalidNotEmpty");
  for (const { referenceName, name, alwaysRequired, defaultValue = null } of fields)
    if (
      alwaysRequired === true &&
      defaultValue === null &&
      !referenceName.startsWith("System.") &&
      (input[referenceName] ?? "") === ""
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
      ...input,
    },
    comments: [],
    attachments: [],
  };
  state.items.push(item);
  return { body: present(item) };
}

function itemOf(state: AzureState, { params }: FakeRequest): FakeWorkItem {
  const item = state.items.find(({ id }) => String(id) === params[0]);
  if (item !== undefined) return item;
  throw new FakeRefusal(
    refusal(
      404,
      `TF401232: Work item ${params[0]} does not exist, or you do not have permissions to read it.`,
      "WorkItemUnauthorizedAccessException",
    ),
  );
}

/** The first update is the creation. */
export function readUpdates(state: AzureState, request: FakeRequest): FakeReply {
  const created = { id: 1, rev: 1, fields: { "System.Title": { newValue: "created" } } };
  const comments = itemOf(state, request).comments.map((newValue, index) => ({
    id: index + 2,
    rev: index + 2,
    fields: { "System.History": { newValue } },
  }));
  const from = Number(request.query.get("$skip"));
  const value = [created, ...comments].slice(from, from + Number(request.query.get("$top")));
  return { body: { count: value.length, value } };
}

const Attachment = z.tuple([
  z.strictObject({
    op: z.literal("add"),
    path: z.literal("/relations/-"),
    value: z.strictObject({
      rel: z.literal("AttachedFile"),
      url: z.url().startsWith("https://dev.azure.com/example/_apis/wit/attachments/"),
      attributes: z.strictObject({ comment: z.string() }),
    }),
  }),
]);

export function change(state: AzureState, request: FakeRequest): FakeReply {
  const item = itemOf(state, request);
  const attached = Attachment.safeParse(JSON.parse(request.body));
  if (attached.success) {
    item.attachments.push(attached.data[0].value.url);
    return { body: present(item) };
  }
  const { "System.History": comment, ...fields } = patchOf(request);
  const name = fields["System.State"];
  if (name !== undefined && (state.forbidden.has(String(name)) || !state.states.some((one) => one.name === name)))
    return ruleError("State", "LimitedToValues, InvalidListValue");
  if (comment !== undefined) item.comments.push(String(comment));
  Object.assign(item.fields, fields);
  return { body: present(item) };
}

export function readBatch(state: AzureState, request: FakeRequest): FakeReply {
  const shape = z.strictObject({
    ids: z.array(z.number()).min(1).max(200),
    fields: z.array(z.string()),
    errorPolicy: z.literal("omit"),
  });
  const { ids, fields } = readBody(request, shape, invalid);
  const value = ids.map((expected) => {
    const item = state.items.find(({ id }) => id === expected);
    return item === undefined ? null : present(item, fields);
  });
  return { body: { count: value.length, value } };
}

/** Understands the two queries of Plumb, and no other. */
export function queryItems(state: AzureState, request: FakeRequest): FakeReply {
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
