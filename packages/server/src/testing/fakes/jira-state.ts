import { z } from "zod";
import { valueError } from "./jira-values.ts";
import { type FakeReply, FakeRefusal, type FakeRequest, readBody } from "./fake-http.ts";

interface FakeStatus {
  readonly name: string;
  readonly category: "new" | "indeterminate" | "done";
}

export interface FakeTransition {
  readonly id: string;
  readonly name: string;
  readonly to: FakeStatus;
  /** Names of the statuses from which it leads; all if absent. */
  readonly from?: readonly string[];
  /** As in the response of Jira. */
  readonly fields: Readonly<Record<string, object>>;
  /** Message of a validator, which the list of transitions does not contain. */
  readonly validator?: string;
}

interface FakeIssue {
  readonly id: string;
  key: string;
  summary: string;
  /** A text or a document. */
  readonly description: unknown;
  readonly otherFields: Readonly<Record<string, unknown>>;
  status: FakeStatus;
  assignee: string | null;
  resolution: string | null;
  readonly comments: unknown[];
  /** Names of attached files. */
  readonly attachments: string[];
}

export interface JiraState {
  readonly projects: Map<
    string,
    { readonly name: string; readonly types: readonly { id: string; name: string; subtask: boolean }[] }
  >;
  /** Fields of new issues, as in the response of Jira, besides those that every project has. */
  readonly fields: { fieldId: string; name: string; required: boolean; schema: object; [name: string]: unknown }[];
  readonly issues: FakeIssue[];
  /** Transitions of the workflow. */
  transitions: FakeTransition[];
  /** Maximum page size of lists. Pages may be smaller than requested. */
  maxPage: number;
}

export const toDo: FakeStatus = { name: "To Do", category: "new" };
export const inProgress: FakeStatus = { name: "In Progress", category: "indeterminate" };
export const done: FakeStatus = { name: "Done", category: "done" };

/** Description and comments. */
export const longText = { type: "string", custom: "com.atlassian.jira.plugin.system.customfieldtypes:textarea" };

export const refusal = (status: number, errorMessages: readonly string[], errors: object = {}): FakeReply => ({
  status,
  body: { errorMessages, errors },
});
export const invalid = (reason: string): FakeReply => refusal(400, [reason]);
const noIssue = refusal(404, ["Issue does not exist or you do not have permission to see it."]);

/** Understands the two queries of Plumb, and no other. */
export function matching(state: JiraState, jql: string): readonly FakeIssue[] {
  const [, project, rest] = /^project = "([A-Z]+)" AND (.*)$/.exec(jql) ?? [];
  const own = state.issues.filter(({ key }) => key.startsWith(`${project}-`)).toReversed();
  if (rest === "creator = currentUser() AND created >= -4d ORDER BY created DESC") return own;
  const words = /^summary ~ "([^"]+)\*" ORDER BY updated DESC$/.exec(rest ?? "")?.[1];
  if (words === undefined || /[+\-&|!(){}[\]^~*?\\:]/.test(words))
    throw new FakeRefusal(invalid(`Error in the JQL Query: ${jql}`));
  return own.filter(({ summary }) => words.split(" ").every((word) => summary.toLowerCase().includes(word)));
}

export function projectOf(state: JiraState, { params }: FakeRequest) {
  const project = state.projects.get(params[0] ?? "");
  if (project === undefined)
    throw new FakeRefusal(refusal(404, [`No project could be found with key '${params[0]}'.`]));
  return project;
}

export function issueOf(state: JiraState, { params }: FakeRequest): FakeIssue {
  const issue = state.issues.find(({ id, key }) => id === params[0] || key === params[0]);
  if (issue === undefined) throw new FakeRefusal(noIssue);
  return issue;
}

function systemField(fieldId: string, name: string, type: string): object {
  const schema = { type, system: fieldId };
  return { fieldId, key: fieldId, name, required: true, hasDefaultValue: false, schema, operations: ["set"] };
}

export function allFields({ fields }: JiraState): readonly object[] {
  return [
    systemField("summary", "Summary", "string"),
    systemField("project", "Project", "project"),
    systemField("issuetype", "Issue Type", "issuetype"),
    { ...systemField("reporter", "Reporter", "user"), hasDefaultValue: true },
    ...fields.map((field) => ({ key: field.fieldId, operations: ["set"], hasDefaultValue: false, ...field })),
  ];
}

export function page(state: JiraState, { query }: FakeRequest, items: readonly object[], name: string): FakeReply {
  const startAt = Number(query.get("startAt") ?? 0);
  const maxResults = Math.min(Number(query.get("maxResults") ?? 50), state.maxPage);
  const found = items.slice(startAt, startAt + maxResults);
  // Jira Data Center does not always count.
  const end = name === "values" ? { isLast: startAt + maxResults >= items.length } : { total: items.length };
  return { body: { startAt, maxResults, ...end, [name]: found } };
}

export function create(state: JiraState, request: FakeRequest, isCloud: boolean): FakeReply {
  const Fields = z.looseObject({
    project: z.strictObject({ key: z.string() }),
    issuetype: z.strictObject({ id: z.string() }),
    summary: z.string(),
    description: z.unknown(),
  });
  const { fields } = readBody(request, z.strictObject({ fields: Fields }), invalid);
  const { project, issuetype, summary, description, ...otherFields } = fields;
  const found = state.projects.get(project.key);
  if (found === undefined) return refusal(400, [], { project: "valid project is required" });
  const type = found.types.find(({ id }) => id === issuetype.id);
  if (type === undefined) return refusal(400, [], { issuetype: "Specify a valid issue type" });
  const errors = Object.fromEntries(problems(state, { summary, description, otherFields }, isCloud));
  if (Object.keys(errors).length > 0) return refusal(400, [], errors);
  const number = state.issues.length + 1;
  const issue: FakeIssue = {
    id: String(10_000 + number),
    key: `${project.key}-${number}`,
    summary,
    description,
    otherFields,
    status: toDo,
    assignee: null,
    resolution: null,
    comments: [],
    attachments: [],
  };
  state.issues.push(issue);
  return { status: 201, body: { id: issue.id, key: issue.key, self: `http://jira.test/rest/api/issue/${issue.id}` } };
}

function* problems(
  state: JiraState,
  {
    summary,
    description,
    otherFields,
  }: { summary: string; description: unknown; otherFields: Record<string, unknown> },
  isCloud: boolean,
): Generator<[string, string], void, undefined> {
  if (/[\r\n]/.test(summary)) yield ["summary", "The summary is invalid because it contains newline characters."];
  if (summary.trim() === "") yield ["summary", "You must specify a summary of the issue."];
  if (summary.length > 255) yield ["summary", "Summary must be less than 255 characters."];
  const wrongText = valueError(longText, description, isCloud);
  if (wrongText !== null) yield ["description", wrongText];
  if (lengthOf(description) > 32_767)
    yield ["description", "The entered text is too long. It exceeds the allowed limit of 32,767 characters."];
  for (const { fieldId, name, required, hasDefaultValue } of state.fields)
    if (required && hasDefaultValue !== true && otherFields[fieldId] === undefined)
      yield [fieldId, `${name} is required.`];
  for (const [fieldId, value] of Object.entries(otherFields)) {
    const field = state.fields.find((one) => one.fieldId === fieldId);
    const wrong = field === undefined ? null : valueError(field.schema, value, isCloud);
    if (wrong !== null) yield [fieldId, wrong];
    if (field === undefined)
      yield [fieldId, `Field '${fieldId}' cannot be set. It is not on the appropriate screen, or unknown.`];
  }
}

/** Returns the transitions from the status of an issue. */
export function transitionsOf({ transitions }: JiraState, { status }: FakeIssue): readonly FakeTransition[] {
  return transitions.filter(({ from }) => from === undefined || from.includes(status.name));
}

export function transition(state: JiraState, request: FakeRequest): FakeReply {
  const issue = issueOf(state, request);
  const shape = z.strictObject({
    transition: z.strictObject({ id: z.string() }),
    fields: z.record(z.string(), z.unknown()).optional(),
  });
  const { transition: input, fields = {} } = readBody(request, shape, invalid);
  const found = transitionsOf(state, issue).find(({ id }) => id === input.id);
  if (found === undefined)
    return invalid(
      `It seems that you have tried to perform a workflow operation (${input.id}) that is not valid for the current state of this issue (${issue.key}).`,
    );
  if (found.validator !== undefined) return refusal(400, [found.validator]);
  for (const [name, field] of Object.entries(found.fields))
    if ("required" in field && field.required === true && fields[name] === undefined)
      return refusal(400, [], { [name]: `${name} is required.` });
  issue.status = found.to;
  return { status: 204, body: "" };
}

export function present(issue: FakeIssue, fields: readonly string[]): object {
  const { id, key, summary, status, assignee, description } = issue;
  const all: Record<string, unknown> = {
    summary,
    status: statusOf(status),
    assignee: assignee === null ? null : { displayName: assignee, active: true },
    description,
    resolution: issue.resolution === null ? null : { id: "1", name: issue.resolution },
  };
  return { id, key, fields: Object.fromEntries(fields.map((name) => [name, all[name]])) };
}

export function statusOf({ name, category }: FakeStatus): object {
  return { id: "1", name, statusCategory: { id: 2, key: category, name: category } };
}

export function lengthOf(text: unknown): number {
  return typeof text === "string" ? text.length : JSON.stringify(text).length;
}
