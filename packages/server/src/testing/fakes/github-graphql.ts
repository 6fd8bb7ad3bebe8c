import { z } from "zod";
import type { ReceivedRequest } from "#testing/fake-service.ts";
import { type FakeReply, readBody } from "./fake-http.ts";
import { type FakeIssue, type GithubState, invalid } from "./github-state.ts";

const Query = z.strictObject({ query: z.string(), variables: z.record(z.string(), z.string()).default({}) });
const issueFields =
  "number title url state stateReason assignees(first: 1) { nodes { login } } repository { nameWithOwner }";

/** Understands the queries for the own account and for several issues, and no others. */
export function answerQuery(state: GithubState, request: ReceivedRequest): FakeReply {
  const { query, variables } = readBody(request, Query, invalid);
  if (query === "query { viewer { login } }") return { body: { data: { viewer: { login: "octo" } } } };
  const data: Record<string, Record<string, object | null> | null> = {};
  const errors: object[] = [];
  const parts = query.matchAll(
    /(r\d+): repository\(owner: \$(owner\d+), name: \$(name\d+)\) \{ ((?:i\d+: issue\(number: \d+\) \{ .*? \} \} ?)+)\}/g,
  );
  for (const [, alias = "", owner = "", name = "", inner = ""] of parts) {
    const requested = `${variables[owner]}/${variables[name]}`;
    const fullName = state.renamed.get(requested) ?? requested;
    const repository = state.repositories.get(fullName);
    data[alias] = repository === undefined ? null : {};
    if (repository === undefined)
      errors.push({
        type: "NOT_FOUND",
        path: [alias],
        message: `Could not resolve to a Repository with the name '${requested}'.`,
      });
    for (const [, issueAlias = "", number = "", fields = ""] of inner.matchAll(
      /(i\d+): issue\(number: (\d+)\) \{ (.*? \} repository \{ nameWithOwner \}) \}/g,
    )) {
      if (fields !== issueFields) return { body: { errors: [{ message: `Field doesn't exist in: ${fields}` }] } };
      const issue = repository?.issues.find((one) => one.number === Number(number) && !one.isPullRequest);
      const found = data[alias];
      if (found === null || found === undefined) continue;
      found[issueAlias] = issue === undefined ? null : queriedIssue(request.headers.host ?? "", fullName, issue);
      if (issue === undefined)
        errors.push({
          type: "NOT_FOUND",
          path: [alias, issueAlias],
          message: `Could not resolve to an Issue with the number of ${number}.`,
        });
    }
  }
  if (Object.keys(data).length === 0) return { body: { errors: [{ message: "Parse error" }] } };
  return { body: { data, ...(errors.length > 0 && { errors }) } };
}

function queriedIssue(host: string, repository: string, issue: FakeIssue): object {
  return {
    number: issue.number,
    title: issue.title,
    url: `http://${host}/${repository}/issues/${issue.number}`,
    state: issue.state.toUpperCase(),
    stateReason: issue.stateReason?.toUpperCase() ?? null,
    assignees: { nodes: issue.assignee === null ? [] : [{ login: issue.assignee }] },
    repository: { nameWithOwner: repository },
  };
}
