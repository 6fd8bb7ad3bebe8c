import { z } from "zod";
import { notItsApi, textOf } from "#connectors/responses.ts";
import type { JiraApi } from "./api.ts";
import { FieldMeta } from "./fields.ts";
import { callApi, readAs } from "#connectors/service-api.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { boundedList } from "#outgoing/bounded-list.ts";

const IssueType = z.object({ id: z.string(), name: z.string(), subtask: z.boolean().optional() });
const pageSize = 50;
const maxPages = 20;

/**
 * Returns the issue type with a name or id that the account can create in a project.
 *
 * @throws OutgoingError with the names of the existing types.
 */
export async function issueTypeOf(
  api: JiraApi,
  project: string,
  requested: string,
): Promise<{ readonly id: string; readonly name: string }> {
  const types = await allPages(
    api,
    `${api.url}/issue/createmeta/${project}/issuetypes`,
    "issueTypes",
    IssueType,
    project,
  );
  const found = types.find(({ id, name }) => id === requested || name.toLowerCase() === requested.toLowerCase());
  if (found?.subtask === true)
    throw new OutgoingError(
      `${textOf(found.name, requested)} is a type of subtasks, which need a parent. Choose another issue type.`,
    );
  if (found !== undefined) return found;
  const names = types.filter(({ subtask }) => subtask !== true).map(({ name }) => textOf(name, "unnamed"));
  const others =
    names.length === 0 ? "It has none that this account can create." : `It has: ${names.slice(0, 20).join(", ")}.`;
  throw new OutgoingError(`The project ${project} has no issue type ${requested}. ${others}`);
}

export async function fieldsOf(api: JiraApi, project: string, issueTypeId: string): Promise<readonly FieldMeta[]> {
  const url = `${api.url}/issue/createmeta/${project}/issuetypes/${encodeURIComponent(issueTypeId)}`;
  return allPages(api, url, "fields", FieldMeta, project);
}

/** Jira Data Center has its lists in `values`. */
async function allPages<Shape extends z.ZodType>(
  api: JiraApi,
  url: string,
  name: "fields" | "issueTypes",
  shape: Shape,
  project: string,
): Promise<readonly z.infer<Shape>[]> {
  const items = boundedList(shape).optional();
  const Page = z.object({ values: items, [name]: items, total: z.number().optional(), isLast: z.boolean().optional() });
  const all: z.infer<Shape>[] = [];
  for (let page = 0; page < maxPages; page += 1) {
    const address = `${url}?startAt=${all.length}&maxResults=${pageSize}`;
    const { body } = await callApi(api, { method: "GET", url: address, refusals: noProject(project), isLong: true });
    const read = readAs(api, Page, body) as { total?: number; isLast?: boolean } & Record<
      string,
      z.infer<Shape>[] | undefined
    >;
    const found = read[name] ?? read["values"];
    if (found === undefined) throw notItsApi(api.name);
    all.push(...found);
    if (found.length === 0 || (read.isLast ?? all.length >= (read.total ?? 0))) break;
  }
  return all;
}

export function noProject(project: string): { missing: string } {
  return { missing: `Jira has no project ${project}, or this account has no access to it.` };
}
