import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { RequestChecker, SentRequest } from "./published-api.ts";

export interface FakeRequest {
  /** Method and path without the query, such as `GET /user`. */
  readonly route: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface FakeReply {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FakeComment {
  readonly id: number;
  readonly author: string;
  text: string;
}

interface FakePipeline {
  readonly id: number;
  readonly project_id: number;
  readonly sha: string;
  readonly ref: string;
}

export interface FakeHost extends AsyncDisposable {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  readonly comments: FakeComment[];
  readonly statuses: Record<string, unknown>[];
  readonly received: SentRequest[];
  /** Requests that the service would not accept. A test expects none. */
  readonly violations: string[];
  /** Head commit of the pull request. */
  head: string;
  /** True if the token may change the comments of others. Bitbucket and Azure Repos never allow it. */
  canEditOthers: boolean;
  /** Accounts besides the own one that can write to the repository. */
  readonly writers: string[];
  /** Pipelines of GitLab. */
  readonly pipelines: FakePipeline[];
  /** Returned once each, before the service's own answer. */
  readonly failures: FakeReply[];
  /** Called before each answer. */
  onRequest: (route: string) => void;
}

/** Account of the token in all fakes. */
export const me = "plumb-token";
export const token = "host_secret_token";
export const head = "a".repeat(40);

export interface FakeSetup {
  readonly env: (url: string) => Readonly<Record<string, string>>;
  /** Required headers, with the values that they may have. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly published: RequestChecker;
  readonly answer: (request: FakeRequest, host: FakeHost) => FakeReply | null;
}

/** Starts a service that rejects requests with unknown routes, missing headers, or unexpected fields. */
export async function startFakeHost({ env, headers, published, answer }: FakeSetup): Promise<FakeHost> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { pathname, searchParams } = new URL(request.url ?? "/", host.url);
      const route = `${request.method} ${decodeURI(pathname)}`;
      const text = Buffer.concat(chunks).toString("utf8");
      for (const [name, value] of Object.entries(headers))
        if (![value].flat().includes(String(request.headers[name]))) host.violations.push(`${route}: header ${name}`);
      const { method = "", url = "", headers: sentHeaders } = request;
      const received = { method, url, headers: sentHeaders, body: text };
      host.received.push(received);
      const violation = published.check(received);
      if (violation !== null) host.violations.push(violation);
      host.onRequest(route);
      const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
      const input = host.failures.shift() ?? answer({ route, query: Object.fromEntries(searchParams), body }, host);
      if (input === null) host.violations.push(`${route} ${text}`);
      const {
        status = 200,
        body: sent,
        headers: ownHeaders,
      } = input ?? { status: 400, body: { message: "unexpected" } };
      response.writeHead(status, { "content-type": "application/json", ...ownHeaders });
      response.end(status === 204 ? undefined : JSON.stringify(sent ?? {}));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const host: FakeHost = {
    url,
    env: env(url),
    comments: [],
    statuses: [],
    received: [],
    violations: [],
    head,
    canEditOthers: true,
    writers: [],
    pipelines: [{ id: 900, project_id: 5, sha: head, ref: "refs/merge-requests/12/head" }],
    failures: [],
    onRequest: () => undefined,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return host;
}

/** True if a body has these fields, of these types, and no others. */
export function hasShape(body: unknown, shape: Readonly<Record<string, string>>): boolean {
  if (typeof body !== "object" || body === null) return false;
  const fields = body as Record<string, unknown>;
  return (
    Object.keys(fields).toSorted().join() === Object.keys(shape).toSorted().join() &&
    Object.entries(shape).every(([name, type]) => typeof fields[name] === type)
  );
}

export function addComment(host: FakeHost, text: string, author = me): FakeComment {
  const comment = { id: (host.comments.at(-1)?.id ?? 100) + 1, author, text };
  host.comments.push(comment);
  return comment;
}

/** Changes or deletes a comment. */
export function changeComment(host: FakeHost, id: number, text: string | null): FakeReply {
  const at = host.comments.findIndex((comment) => comment.id === id);
  const comment = host.comments[at];
  if (comment === undefined) return { status: 404, body: { message: "Not Found" } };
  if (comment.author !== me && !host.canEditOthers) return { status: 403, body: { message: "403 Forbidden" } };
  if (text === null) {
    host.comments.splice(at, 1);
    return { status: 204 };
  }
  comment.text = text;
  return { body: { id } };
}

/** Returns a page of a list, with numbers from 1. */
export function pageOf<Item>(items: readonly Item[], page: string | undefined, size: number): readonly Item[] {
  const start = (Number(page ?? "1") - 1) * size;
  return items.slice(start, start + size);
}
