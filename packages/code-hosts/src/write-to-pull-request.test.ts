import { expect, test } from "vitest";
import { addComment, type FakeHost, head } from "#testing/fake-host.ts";
import { startGitHub, startGitLab } from "#testing/fake-hosts.ts";
import { fetchClient } from "#testing/fetch-client.ts";
import type { CodeHost } from "./code-host.ts";
import { commentKey } from "./comment-mark.ts";
import { createGitHub } from "./github.ts";
import { createGitLab } from "./gitlab.ts";
import type { HostClient, HostRequest } from "./host-client.ts";
import { publishComment } from "./publish-comment.ts";
import { writeToPullRequest } from "./write-to-pull-request.ts";

const key = commentKey({ publicUrl: "https://plumb.test", projectId: 7 });
const gitlabJob = { project: "5", id: "900", commit: head };

const hosts = [
  ["GitHub", startGitHub, (client: HostClient) => createGitHub(client, "octo/shop", "12")],
  [
    "GitLab",
    startGitLab,
    (client: HostClient) => createGitLab(client, { project: "4", mergeRequest: "12", pipeline: null }),
  ],
] as const;

const status = {
  state: "failed" as const,
  name: "Plumb: Shop",
  description: "1 new",
  url: "https://plumb.test/reports/1",
};

function write(host: CodeHost, text: string, readAt: number, commit = head) {
  return writeToPullRequest(host, { commit, comment: { key, text, readAt, mayCreate: true }, status });
}

/** Returns a client that runs a hook before and after each request. */
function hooked(
  client: HostClient,
  { before, after }: Partial<Record<"before" | "after", (request: HostRequest) => Promise<void> | void>>,
): HostClient {
  return {
    ...client,
    async send(request) {
      await before?.(request);
      const response = await client.send(request);
      await after?.(request);
      return response;
    },
  };
}

const isEdit = ({ method }: HostRequest) => method === "PATCH" || method === "PUT";
const isList = ({ method, url }: HostRequest) => method === "GET" && /\/(?:comments|notes)\?/.test(url);
const isComment = ({ method, url }: HostRequest) => method === "POST" && /\/(?:comments|notes)$/.test(url);
const texts = (host: FakeHost) => host.comments.map(({ text }) => text.split("\n").slice(1).join("\n"));

test.for(hosts)("%s: two writers that create at the same time leave one comment", async ([, start, create]) => {
  await using far = await start();
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const until = (mine: PromiseWithResolvers<void>, other: PromiseWithResolvers<void>) =>
    create(
      hooked(fetchClient(far), {
        async before(request) {
          if (!isComment(request)) return;
          // Both have found no comment.
          mine.resolve();
          await other.promise;
        },
      }),
    );
  await Promise.all([write(until(first, second), "newer", 2), write(until(second, first), "older", 1)]);
  expect(texts(far)).toEqual(["newer"]);
  expect(far.violations).toEqual([]);
});

test.for(hosts)(
  "%s: a writer that is overtaken between reading and editing does not win",
  async ([, start, create]) => {
    await using far = await start();
    await write(create(fetchClient(far)), "first", 1);
    const newer = Promise.withResolvers<void>();
    const older = Promise.withResolvers<void>();
    let isWritten = false;
    const slow = create(
      hooked(fetchClient(far), {
        before: (request) => (isEdit(request) ? newer.promise : undefined),
        after: (request) => (isEdit(request) ? older.resolve() : undefined),
      }),
    );
    const fast = create(
      hooked(fetchClient(far), {
        before: (request) => (isWritten && isList(request) ? older.promise : undefined),
        after(request) {
          if (!isEdit(request)) return;
          isWritten = true;
          newer.resolve();
        },
      }),
    );
    await Promise.all([write(slow, "older", 2), write(fast, "newer", 3)]);
    expect(texts(far)).toEqual(["newer"]);
    expect(await write(create(fetchClient(far)), "older", 2)).toMatchObject({ comment: "older" });
    expect(texts(far)).toEqual(["newer"]);
  },
);

test.for(hosts)(
  "%s: comments of older versions are edited, and several of them are merged",
  async ([, start, create]) => {
    await using far = await start();
    const internal = { publicUrl: "https://plumb.test", calledUrl: "http://plumb.internal:4600", projectId: 7 };
    const earlier = commentKey(internal);
    const ofServer = addComment(far, "<!-- plumb:pull-request:plumb.test:7 -->\nby the server");
    const ofCommand = addComment(far, `<!-- plumb-comment ${earlier.earlierKeys[0]} 3 -->\nby the command`);
    const ofOthers = [
      addComment(far, "<!-- plumb:pull-request:plumb.test:8 -->\nproject 8"),
      addComment(far, "<!-- plumb:pull-request:plumb.test:7 -->\ncopied", "ada"),
    ];
    far.writers.push("ada");
    const host = create(fetchClient(far));
    const comment = { text: "new", mayCreate: false };
    expect(await publishComment(host, { ...comment, key: earlier, readAt: 2 })).toBe("older");
    expect(texts(far)).toEqual(["by the command", "project 8", "copied"]);
    expect(await publishComment(host, { ...comment, key, readAt: 4 })).toBe("updated");
    expect(far.comments.map(({ id }) => id)).toEqual([ofServer, ...ofOthers].map(({ id }) => id));
    expect(ofServer.text).toMatch(/^<!-- plumb-comment [0-9a-f]{24} 4 (?:plumb-token|9) -->\nnew$/);
    expect(ofCommand.id).toBeGreaterThan(ofServer.id);
  },
);

/** Rewrites the own comment as that of another account. */
function handOver(far: FakeHost, author: string, mark: string): void {
  const text = far.comments[0]?.text.replace(/ \S+ -->/, ` ${mark} -->`) ?? "";
  far.comments.splice(0, 1);
  addComment(far, text, author);
}

const accounts = { GitHub: "ci", GitLab: "12" } as const;

test.for(hosts)("%s: the command and the server edit one comment, although they have two accounts", async (row) => {
  const [name, start, create] = row;
  await using far = await start();
  await write(create(fetchClient(far)), "by the command", 1);
  handOver(far, "ci", accounts[name]);
  far.writers.push("ci");
  expect(await write(create(fetchClient(far)), "by the server", 2)).toMatchObject({ comment: "updated" });
  expect(far.comments).toMatchObject([{ author: "ci" }]);
  expect(texts(far)).toEqual(["by the server"]);

  far.canEditOthers = false;
  for (const readAt of [3, 4])
    expect(await write(create(fetchClient(far)), `refused ${readAt}`, readAt)).toMatchObject({ commentError: null });
  expect(texts(far)).toEqual(["by the server", "refused 4"]);
});

test.for(hosts)("%s: comments of accounts without write access, and copies, are left alone", async (row) => {
  const [name, start, create] = row;
  await using far = await start();
  await write(create(fetchClient(far)), "forged", 9);
  handOver(far, "ci", accounts[name]);
  await write(create(fetchClient(far)), "own", 2);
  expect(texts(far)).toEqual(["forged", "own"]);
  far.comments.splice(0, 1);
  far.writers.push("ada");
  const copy = addComment(far, `${far.comments[0]?.text}\nMy opinion`, "ada");
  await write(create(fetchClient(far)), "changed", 3);
  expect(texts(far)).toEqual(["changed", "own\nMy opinion"]);
  expect(far.comments[1]).toBe(copy);
});

test.for(hosts)("%s: a comment that is deleted before it is edited is created again", async ([, start, create]) => {
  await using far = await start();
  await write(create(fetchClient(far)), "first", 1);
  far.onRequest = (route) => {
    if (/^(?:PATCH|PUT) /.test(route)) far.comments.splice(0, 1);
  };
  expect(await write(create(fetchClient(far)), "second", 2)).toMatchObject({ comment: "created" });
  expect(texts(far)).toEqual(["second"]);
  const quiet = { key, text: "third", readAt: 3, mayCreate: false };
  expect(await publishComment(create(fetchClient(far)), quiet)).toBe("none");
  expect(far.comments).toEqual([]);
});

test.for(hosts)("%s: the comment is found on the last of several pages", async ([, start, create]) => {
  await using far = await start();
  for (let n = 0; n < 200; n += 1) addComment(far, `comment ${n}`, "ada");
  await write(create(fetchClient(far)), "first", 1);
  await write(create(fetchClient(far)), "second", 2);
  expect(far.comments).toHaveLength(201);
  expect(far.comments[200]?.text).toContain("second");
});

test.for(hosts)("%s: a head that moves meanwhile gets no status, and its own results last", async (row) => {
  const [, start, create] = row;
  await using far = await start();
  const next = "b".repeat(40);
  const moving = hooked(fetchClient(far), { before: (request) => void (isList(request) && (far.head = next)) });
  expect(await write(create(moving), "old commit", 1)).toMatchObject({ comment: "created", statusError: null });
  expect(far.statuses).toMatchObject([{ sha: head }]);
  expect(await write(create(fetchClient(far)), "new commit", 2, next)).toMatchObject({ comment: "updated" });
  expect(await write(create(fetchClient(far)), "old commit", 3)).toMatchObject({ comment: "outdated" });
  expect(texts(far)).toEqual(["new commit"]);
});

test.for(hosts)("%s: a refused status does not prevent the comment, and the other way round", async (row) => {
  const [, start, create] = row;
  await using far = await start();
  const refusal = { status: 403, body: { message: "Resource not accessible" } };
  far.onRequest = (route) => {
    if (route.includes("/statuses/")) far.failures.push(refusal);
  };
  const { comment, statusError } = await write(create(fetchClient(far)), "first", 1);
  expect({ comment, statusError }).toMatchObject({ comment: "created", statusError: { status: 403 } });
  expect(texts(far)).toEqual(["first"]);
  far.onRequest = (route) => {
    if (/^(?:PATCH|PUT) /.test(route)) far.failures.push(refusal);
  };
  expect(await write(create(fetchClient(far)), "second", 2)).toMatchObject({
    comment: null,
    commentError: { status: 403 },
  });
  expect(far.statuses).toHaveLength(1);
});

test("GitHub gets the full hash of an abbreviated commit, and rejects that of an older one", async () => {
  await using far = await startGitHub();
  const host = createGitHub(fetchClient(far), "octo/shop", "12");
  expect(await write(host, "text", 1, head.slice(0, 7))).toMatchObject({ statusError: null });
  expect(far.statuses).toMatchObject([{ sha: head }]);
  expect(await write(host, "text", 1, "ccccccc")).toMatchObject({ comment: "outdated", statusError: { status: 422 } });
});

const mergeRequest = { project: "4", mergeRequest: "12", pipeline: null };

test("a status on GitLab belongs to the pipeline of the merge request, even of a fork or a merged result", async () => {
  await using far = await startGitLab();
  const host = createGitLab(fetchClient(far), mergeRequest);
  await write(host, "text", 1);
  expect(far.statuses).toMatchObject([{ project: "5", pipeline: 900, ref: "refs/merge-requests/12/head" }]);
  // A member ran the pipeline in the parent project. Its commit is the merge of both branches.
  const merged = { id: 901, project_id: 4, sha: "d".repeat(40), ref: "refs/merge-requests/12/merge" };
  const client = fetchClient(far);
  const withMerged: HostClient = {
    ...client,
    async send(request) {
      const response = await client.send(request);
      if (!request.url.endsWith("merge_requests/12")) return response;
      return { ...response, body: { ...(response.body as object), head_pipeline: merged } };
    },
  };
  far.pipelines.push(merged);
  expect(await write(createGitLab(withMerged, mergeRequest), "text", 2)).toMatchObject({ statusError: null });
  expect(far.statuses.at(-1)).toMatchObject({ project: "4", sha: merged.sha, pipeline: 901 });
});

test("a status on GitLab falls back to the pipeline of the job, then to the source branch", async () => {
  await using far = await startGitLab();
  far.head = "b".repeat(40);
  await write(createGitLab(fetchClient(far), { ...mergeRequest, pipeline: gitlabJob }), "text", 1);
  await write(createGitLab(fetchClient(far), mergeRequest), "text", 1, far.head);
  expect(far.statuses).toMatchObject([
    { project: "5", sha: head, pipeline: 900 },
    { project: "5", sha: far.head, pipeline: null, ref: "cart" },
  ]);
});

test("a response that is not a list creates no second comment", async () => {
  await using far = await startGitHub();
  far.onRequest = (route) => {
    if (route.startsWith("GET") && route.endsWith("/comments")) far.failures.push({ body: { page: "of a proxy" } });
  };
  const { commentError } = await write(createGitHub(fetchClient(far), "octo/shop", "12"), "text", 1);
  expect(commentError).toMatchObject({ message: "unreadable" });
  expect(far.comments).toEqual([]);
});
