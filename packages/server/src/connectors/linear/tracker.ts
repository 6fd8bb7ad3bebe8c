import { z } from "zod";
import { textOf } from "#connectors/responses.ts";
import { field } from "#connectors/connector.ts";
import { idFromMark, isMissing, type LinearApi, linearApi, queryLinear } from "./api.ts";
import {
  commentMutation,
  commentsQuery,
  createMutation,
  issueQuery,
  issuesQuery,
  labelsQuery,
  searchQuery,
  teamQuery,
} from "./queries.ts";
import { checkIssueId, Issues, LinearIssue, moveIssue, noIssue, readIssues, ticketOf } from "./tickets.ts";
import { containsMark, newestComments } from "#connectors/hidden-mark.ts";
import { attachToIssue } from "./attach-file.ts";
import { linearWebhook } from "./webhook.ts";
import { renderWithin } from "#connectors/markup/fit.ts";
import { maxReadable } from "#connectors/markup/limits.ts";
import { renderMarkdown } from "#connectors/markup/markdown.ts";
import { plainTitle } from "#connectors/markup/plain.ts";
import type { Connection, TicketField, Tracker } from "#connectors/offers.ts";
import type { Block } from "@plumb/contract/text/rich-text.ts";
import { listOf, searchWords } from "#connectors/search-text.ts";
import { readAs } from "#connectors/service-api.ts";
import { ServiceError } from "#connectors/service-error.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { boundedList } from "#outgoing/bounded-list.ts";

const maxTitle = 255;

const priorities: TicketField["choices"] = [
  { value: "1", label: "Urgent" },
  { value: "2", label: "High" },
  { value: "3", label: "Medium" },
  { value: "4", label: "Low" },
];

export const linearTracker: Tracker = {
  bindingFields: [
    field({
      name: "teamKey",
      label: "Team key",
      kind: "text",
      placeholder: "SHOP",
      hint: "The letters before the number of an issue.",
    }),
  ],
  bindingName: ({ teamKey = "" }) => teamKey.toUpperCase(),
  async testBinding(connection) {
    const { api, key } = open(connection);
    const { name } = await readTeam(api, key);
    return `Issues will be created in the team ${textOf(name, key)}.`;
  },
  async describe(connection) {
    const { api, key } = open(connection);
    const Labels = z.object({
      issueLabels: z.object({
        nodes: boundedList(z.object({ id: z.string(), name: z.string(), isGroup: z.boolean() })),
      }),
    });
    const { issueLabels } = readAs(api, Labels, await queryLinear(api, labelsQuery, { key }));
    const labels = issueLabels.nodes
      .filter(({ isGroup }) => !isGroup)
      .map(({ id, name }) => ({ value: id, label: name }));
    return [
      { id: "priority", label: "Priority", kind: "choice", required: false, choices: priorities },
      { id: "labelIds", label: "Labels", kind: "choices", required: false, choices: labels },
    ];
  },
  async create(connection, { title, description, fields, mark }) {
    const { api, key } = open(connection);
    const team = await readTeam(api, key);
    const priority = Number(fields["priority"]);
    const labelIds = listOf(fields["labelIds"]);
    const input = {
      id: idFromMark(mark),
      teamId: team.id,
      title: plainTitle(title, maxTitle),
      description: renderText(description),
      ...(priority >= 1 && priority <= 4 && { priority }),
      ...(labelIds.length > 0 && { labelIds }),
    };
    const Created = z.object({ issueCreate: z.object({ success: z.literal(true), issue: LinearIssue }) });
    return ticketOf(readAs(api, Created, await queryLinear(api, createMutation, { input })).issueCreate.issue);
  },
  async findCreated(connection, mark) {
    // The id was chosen by `create`, so this is exact, and finds the issue also after it was deleted or moved to another team.
    const { api } = open(connection);
    const variables = { filter: { id: { in: [idFromMark(mark)] } }, first: 1 };
    const [found] = readAs(api, Issues, await queryLinear(api, issuesQuery, variables)).issues.nodes;
    return found === undefined ? null : ticketOf(found);
  },
  async find(connection, text) {
    const { api, key } = open(connection);
    const identifier = identifierFrom(text);
    const byKey = identifier === null || !isIn(key, identifier) ? null : await readByIdentifier(api, identifier);
    if (byKey !== null) return isIn(key, byKey.key) ? [byKey] : [];
    const words = URL.canParse(text.trim()) ? [] : searchWords(text);
    if (words.length === 0) return [];
    const titles = words.map((word) => ({ title: { containsIgnoreCase: word } }));
    const filter = { team: { key: { eq: key } }, and: titles };
    const { issues } = readAs(api, Issues, await queryLinear(api, searchQuery, { filter }));
    return issues.nodes.filter(({ trashed }) => trashed !== true).map(ticketOf);
  },
  async readOwn(connection, id) {
    const { api, key } = open(connection);
    const issue = (await readIssues(api, [checkIssueId(id)])).get(id);
    return issue !== undefined && isIn(key, issue.key) ? issue : null;
  },
  readMany: (connection, ids) => readIssues(linearApi(connection), ids),
  async comment(connection, id, content) {
    const input = { issueId: checkIssueId(id), body: renderText(content) };
    await queryLinear(linearApi(connection), commentMutation, { input }, noIssue(id));
  },
  async hasComment(connection, id, address) {
    const variables = { id: checkIssueId(id), text: address, first: newestComments };
    const Comments = z.object({
      issue: z.object({ comments: z.object({ nodes: boundedList(z.object({ body: z.string() })) }) }),
    });
    const api = linearApi(connection);
    const { issue } = readAs(api, Comments, await queryLinear(api, commentsQuery, variables, noIssue(id)));
    return issue.comments.nodes.some(({ body }) => containsMark(body, address));
  },
  changeState: (connection, id, state) => moveIssue(linearApi(connection), id, state),
  attachFile: attachToIssue,
  webhook: linearWebhook,
};

function open(connection: Connection): { api: LinearApi; key: string } {
  const key = (connection.binding["teamKey"] ?? "").trim().toUpperCase();
  if (key === "") throw new OutgoingError("Enter the key of the team, for example SHOP.");
  return { api: linearApi(connection), key };
}

function isIn(team: string, identifier: string): boolean {
  return identifier.toUpperCase().startsWith(`${team}-`);
}

async function readTeam(api: LinearApi, key: string): Promise<{ readonly id: string; readonly name: string }> {
  const Teams = z.object({ teams: z.object({ nodes: boundedList(z.object({ id: z.string(), name: z.string() })) }) });
  const [team] = readAs(api, Teams, await queryLinear(api, teamQuery, { key })).teams.nodes;
  if (team !== undefined) return team;
  throw new ServiceError(`Linear has no team ${key}, or this key has no access to it.`, {
    status: 404,
    scope: "destination",
  });
}

function renderText(blocks: readonly Block[]): string {
  const limit = { maxLength: maxReadable, service: "Linear" };
  return renderWithin(blocks, [], { ...limit, render: renderMarkdown, length: ({ length }) => length });
}

/** Returns the identifier in "SHOP-12" or the address of an issue. */
function identifierFrom(text: string): string | null {
  const input = text.trim();
  const path = /^https:\/\/linear\.app\/[\w-]+\/issue\/([^/?#]+)/i.exec(input)?.[1] ?? input;
  return /^[A-Z][A-Z0-9]{0,20}-\d{1,9}$/i.test(path) ? path.toUpperCase() : null;
}

async function readByIdentifier(api: LinearApi, identifier: string) {
  try {
    const { issue } = readAs(
      api,
      z.object({ issue: LinearIssue }),
      await queryLinear(api, issueQuery, { id: identifier }),
    );
    return issue.trashed === true ? null : ticketOf(issue);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
