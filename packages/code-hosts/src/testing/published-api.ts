import { readFileSync } from "node:fs";
import { Ajv, type AnySchemaObject, type ValidateFunction } from "ajv";

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
  /** Absent if the request has no body. */
  readonly body?: AnySchemaObject;
  /** `application/json` if absent. */
  readonly contentType?: string;
}

export interface SentRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  readonly contentType: string | undefined;
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
  const { path: inPath = {}, query = {}, requiredQuery = [], body, contentType = "application/json" } = operation;
  const checkPath = textAjv.compile({ type: "object", properties: inPath });
  const closed = { type: "object", additionalProperties: false };
  const checkQuery = textAjv.compile({ ...closed, properties: query, required: requiredQuery });
  const checkBody = body === undefined ? null : jsonAjv.compile({ ...body, $defs });
  function* problems(request: SentRequest): Generator<string, void, undefined> {
    const { pathname, searchParams } = new URL(request.url, "http://vendor.test");
    const values = pattern.exec(pathname)?.slice(1).map(decodeURIComponent) ?? [];
    yield* errorsOf(checkPath, Object.fromEntries(names.map((name, index) => [name, values[index]])), "path");
    const lists = [...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)] as const);
    const sent = Object.fromEntries(lists.map(([name, all]) => [name, all.length === 1 ? all[0] : all]));
    yield* errorsOf(checkQuery, sent, "query");
    if (request.body === "") {
      if (checkBody !== null && (body?.["required"] !== undefined || body?.["anyOf"] !== undefined)) yield "no body";
      return;
    }
    if (checkBody === null) {
      yield "a body";
      return;
    }
    if (request.contentType !== contentType) yield `content type ${request.contentType}`;
    const isForm = contentType === "application/x-www-form-urlencoded";
    const content: unknown = isForm ? Object.fromEntries(new URLSearchParams(request.body)) : JSON.parse(request.body);
    yield* errorsOf(checkBody, content, "body");
  }
  return { route, method, pattern, problems };
}

function errorsOf(validate: ValidateFunction, value: unknown, part: string): readonly string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${part}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
