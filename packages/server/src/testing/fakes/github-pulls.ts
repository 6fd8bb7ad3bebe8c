import { z } from "zod";
import { type FakeReply, FakeRefusal, type FakeRequest, type FakeRoute, pageOf, readBody } from "./fake-http.ts";
import { type FakePull, type FakeRepository, invalid } from "./github-state.ts";

const NewStatus = z.strictObject({
  state: z.enum(["success", "failure"]),
  context: z.string().min(1),
  description: z.string().max(140),
  target_url: z.url(),
});
const NewComment = z.strictObject({ body: z.string().min(1).max(65_536) });
const notFound: FakeReply = { status: 404, body: { message: "Not Found", status: "404" } };

/** Endpoints for the comments of pull requests and the statuses of commits. */
export function pullRoutes(
  repositoryPath: string,
  repositoryOf: (request: FakeRequest) => { repository: FakeRepository },
): readonly FakeRoute[] {
  const pullOf = (request: FakeRequest): FakePull => {
    const pull = repositoryOf(request).repository.pulls?.find(({ number }) => number === Number(request.params[1]));
    if (pull === undefined) throw new FakeRefusal(notFound);
    return pull;
  };
  return [
    {
      method: "GET",
      path: new RegExp(String.raw`${repositoryPath}/pulls/(\d+)$`),
      handle: (request) => {
        const { number, head } = pullOf(request);
        return { body: { number, head: { sha: head } } };
      },
    },
    {
      method: "PATCH",
      path: new RegExp(String.raw`${repositoryPath}/issues/comments/(\d+)$`),
      handle: (request) => {
        const comments = repositoryOf(request).repository.pulls?.flatMap((pull) => pull.comments) ?? [];
        const comment = comments.find(({ id }) => id === Number(request.params[1]));
        if (comment === undefined) return notFound;
        comment.body = readBody(request, NewComment, invalid).body;
        return { body: presentComment(comment) };
      },
    },
    {
      method: "POST",
      path: new RegExp(String.raw`${repositoryPath}/statuses/([^/]+)$`),
      handle: (request) => {
        const sha = request.params[1] ?? "";
        if (!/^[0-9a-f]{40}$/.test(sha)) return { status: 422, body: { message: `No commit found for SHA: ${sha}` } };
        const { statuses = [] } = repositoryOf(request).repository;
        statuses.push({ commit: sha, ...readBody(request, NewStatus, invalid) });
        return { status: 201, body: { id: statuses.length } };
      },
    },
  ];
}

/** Lists the comments of a pull request; `null` if there is none with this number. */
export function commentsOfPull({ pulls = [] }: FakeRepository, request: FakeRequest): FakeReply | null {
  const pull = pulls.find(({ number }) => number === Number(request.params[1]));
  return pull === undefined ? null : { body: pageOf(pull.comments, request.query).map(presentComment) };
}

/** Adds a comment to a pull request; `null` if there is none with this number. */
export function commentOnPull({ pulls = [] }: FakeRepository, request: FakeRequest): FakeReply | null {
  const pull = pulls.find(({ number }) => number === Number(request.params[1]));
  if (pull === undefined) return null;
  const ids = pulls.flatMap(({ comments }) => comments.map(({ id }) => id));
  const comment = { id: Math.max(500, ...ids) + 1, ...readBody(request, NewComment, invalid) };
  pull.comments.push(comment);
  return { status: 201, body: presentComment(comment) };
}

/** All comments are of the account with the token. */
function presentComment({ id, body }: FakePull["comments"][number]): object {
  return { id, body, user: { login: "octo", type: "User" }, author_association: "OWNER" };
}
