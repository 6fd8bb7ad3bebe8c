import { formParts } from "@plumb/code-hosts/testing/form-parts.ts";
import { z } from "zod";
import type { ReceivedRequest } from "#testing/fake-service.ts";

/** A response of a fake service. Objects are sent as JSON. */
export interface FakeReply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: object | string;
}

/** A fake service, which `startFakeService` makes available. It imports no test libraries, because the demo uses it too. */
export interface Fake<State> {
  readonly state: State;
  readonly respond: (request: ReceivedRequest) => FakeReply;
}

export interface FakeRequest extends ReceivedRequest {
  /** Parts of the path that the route captures, decoded. */
  readonly params: readonly string[];
  readonly path: string;
  readonly query: URLSearchParams;
}

export interface FakeRoute {
  readonly method: string;
  readonly path: RegExp;
  /** Query parameters that the endpoint accepts. */
  readonly query?: readonly string[];
  readonly handle: (request: FakeRequest) => FakeReply;
}

/** Thrown by a handler to send an error. */
export class FakeRefusal extends Error {
  readonly answer: FakeReply;

  constructor(response: FakeReply) {
    super(JSON.stringify(response));
    this.answer = response;
  }
}

/** Answers a request by the route that matches. Unknown query parameters and routes are refused. */
export function route(routes: readonly FakeRoute[], request: ReceivedRequest, notFound: FakeReply): FakeReply {
  const { pathname, searchParams } = new URL(request.url, "http://fake.test");
  for (const { method, path, query = [], handle } of routes) {
    const match = method === request.method ? path.exec(pathname) : null;
    if (match === null) continue;
    const unknown = [...searchParams.keys()].find((name) => !query.includes(name));
    if (unknown !== undefined) return { status: 400, body: { message: `Unknown parameter ${unknown}` } };
    const params = match.slice(1).map((part) => decodeURIComponent(part ?? ""));
    try {
      return handle({ ...request, params, path: pathname, query: searchParams });
    } catch (error) {
      if (error instanceof FakeRefusal) return error.answer;
      throw error;
    }
  }
  return notFound;
}

/** Returns the JSON body of a request in the given shape. `refuse` creates the error of the service. */
export function readBody<Shape extends z.ZodType>(
  { headers, body }: ReceivedRequest,
  shape: Shape,
  refuse: (reason: string) => FakeReply,
  contentType = "application/json",
): z.infer<Shape> {
  if (headers["content-type"] !== contentType) throw new FakeRefusal(refuse(`Content-Type must be ${contentType}`));
  const read = shape.safeParse(JSON.parse(body));
  if (!read.success) throw new FakeRefusal(refuse(z.prettifyError(read.error)));
  return read.data;
}

/** Returns the name of the only file in a form. `refuse` creates the error of the service. */
export function readUpload(
  { headers, body }: ReceivedRequest,
  fieldName: string,
  refuse: (reason: string) => FakeReply,
): string {
  const [part, second] = formParts(headers["content-type"] ?? "", body) ?? [];
  const isFile = part?.name === fieldName && part.content !== "" && /^image\/\w+$/.test(part.contentType ?? "");
  if (!isFile || part.fileName === undefined || second !== undefined)
    throw new FakeRefusal(refuse(`The form has no file ${fieldName}`));
  return part.fileName;
}

/** Returns the requested page of a list. */
export function pageOf<Item>(items: readonly Item[], query: URLSearchParams): readonly Item[] {
  const size = Number(query.get("per_page") ?? 20);
  const from = (Number(query.get("page") ?? 1) - 1) * size;
  return items.slice(from, from + size);
}
