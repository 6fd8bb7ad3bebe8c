import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { Ajv, type AnySchemaObject, type ValidateFunction } from "ajv";
import { formParts } from "./form-parts.ts";

/**
 * The part of a vendor's published API that Plumb uses, as JSON Schema. Properties that Plumb does not send are left out, so that a new one has to be
 * looked up first.
 */
interface PublishedApi {
  readonly name: string;
  /** Descriptions by the vendor, with their version and its date. */
  readonly sources: readonly { readonly address: string; readonly version: string; readonly date: string }[];
  /** Differences between these descriptions and the service. */
  readonly notes?: readonly string[];
  readonly $defs?: AnySchemaObject;
  /** Operations by method and path, such as `GET /repos/{owner}/{repo}`. */
  readonly operations: Readonly<Record<string, Operation>>;
}

interface Operation {
  /** Parts of the path that are not just a text. */
  readonly path?: Readonly<Record<string, AnySchemaObject>>;
  readonly query?: Readonly<Record<string, AnySchemaObject>>;
  readonly requiredQuery?: readonly string[];
  /** Required headers. */
  readonly headers?: Readonly<Record<string, AnySchemaObject>>;
  /** Absent if the request has no body. A file is described as a text, or as an object if it is in a form. */
  readonly body?: AnySchemaObject;
  /** `application/json` if absent. */
  readonly contentType?: ContentType;
}

type ContentType =
  | "application/json"
  | "application/json-patch+json"
  | "application/octet-stream"
  | "application/x-www-form-urlencoded"
  | "multipart/form-data";

export interface SentRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface RequestChecker {
  /** Returns how a request differs from the published API; `null` if it conforms. */
  readonly check: (request: SentRequest) => string | null;
  /** Returns the operations that were not checked yet. */
  readonly unused: () => readonly string[];
}

const jsonAjv = new Ajv({ allErrors: true, allowUnionTypes: true });
const textAjv = new Ajv({ allErrors: true, allowUnionTypes: true, coerceTypes: "array" });

/** @param file JSON with a `PublishedApi`. */
export function createRequestChecker(file: URL): RequestChecker {
  const { operations, $defs } = JSON.parse(readFileSync(file, "utf8")) as PublishedApi;
  const checks = Object.entries(operations).map(([route, operation]) => compile(route, operation, $defs));
  const used = new Set<string>();
  return {
    check(request) {
      const path = request.url.split("?", 1)[0] ?? "";
      const found = checks.find(({ method, pattern }) => method === request.method && pattern.test(path));
      if (found === undefined) return `${request.method} ${path} is not in ${file.pathname.split("/").at(-1)}`;
      used.add(found.route);
      const reasons = [...found.problems(request)];
      return reasons.length === 0 ? null : `${found.route}: ${reasons.join("; ")}`;
    },
    unused: () => Object.keys(operations).filter((route) => !used.has(route)),
  };
}

function compile(route: string, operation: Operation, $defs: AnySchemaObject = {}) {
  const [method = "", path = ""] = route.split(" ");
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const escaped = path.replaceAll(/[$.*+?()[\]\\]/g, String.raw`\$&`);
  const pattern = new RegExp(`^${escaped.replaceAll(/\{\w+\}/g, "([^/]+)")}$`);
  const { path: inPath = {}, query = {}, requiredQuery = [], headers = {}, body } = operation;
  const { contentType = "application/json" } = operation;
  const isForm = contentType === "multipart/form-data";
  const checkPath = textAjv.compile({ type: "object", properties: inPath });
  const closed = { type: "object", additionalProperties: false };
  const checkQuery = textAjv.compile({ ...closed, properties: query, required: requiredQuery });
  const checkHeaders = textAjv.compile({ type: "object", properties: headers, required: Object.keys(headers) });
  const checkBody = body === undefined ? null : jsonAjv.compile({ ...body, $defs });
  function* problems(request: SentRequest): Generator<string, void, undefined> {
    const { pathname, searchParams } = new URL(request.url, "http://vendor.test");
    const values = pattern.exec(pathname)?.slice(1).map(decodeURIComponent) ?? [];
    yield* errorsOf(checkPath, Object.fromEntries(names.map((name, index) => [name, values[index]])), "path");
    const lists = [...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)] as const);
    const sent = Object.fromEntries(lists.map(([name, all]) => [name, all.length === 1 ? all[0] : all]));
    yield* errorsOf(checkQuery, sent, "query");
    yield* errorsOf(checkHeaders, { ...request.headers }, "headers");
    if (request.body === "") {
      if (["required", "anyOf", "minLength"].some((keyword) => body?.[keyword] !== undefined)) yield "no body";
      return;
    }
    if (checkBody === null) {
      yield "a body";
      return;
    }
    const sentType = request.headers["content-type"];
    const isRight = isForm ? sentType?.startsWith("multipart/form-data;") === true : sentType === contentType;
    if (!isRight) {
      yield `content type ${sentType}`;
      return;
    }
    yield* errorsOf(checkBody, contentOf(contentType, request), "body");
  }
  return { route, method, pattern, problems };
}

/** Returns a body in the form that the description of its operation has. */
function contentOf(contentType: ContentType, { headers, body }: SentRequest): unknown {
  if (contentType === "application/octet-stream") return body;
  if (contentType === "application/x-www-form-urlencoded") return Object.fromEntries(new URLSearchParams(body));
  if (contentType !== "multipart/form-data") return JSON.parse(body);
  const parts = formParts(headers["content-type"] ?? "", body);
  return parts && Object.fromEntries(parts.map(({ name, ...part }) => [name, part]));
}

function errorsOf(validate: ValidateFunction, value: unknown, part: string): readonly string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${part}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
