import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import protobuf from "protobufjs";

/** A span as a collector receives it. Ids are hexadecimal. */
interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly kind: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  /** `STATUS_CODE_ERROR` if it failed. */
  readonly status: string;
  /** Attributes of the server that sent it. */
  readonly resource: Readonly<Record<string, unknown>>;
}

export interface Collector extends AsyncDisposable {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Why requests did not fit the schema. */
  readonly refused: readonly string[];
  readonly requests: () => number;
  /** Headers of the last request. */
  readonly headers: () => Readonly<Record<string, unknown>>;
}

interface Value {
  readonly value: string;
  readonly [kind: string]: unknown;
}
interface Attribute {
  readonly key: string;
  readonly value: Value;
}
interface Wire {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}
interface WireSpan {
  readonly name: string;
  readonly traceId: Uint8Array;
  readonly spanId: Uint8Array;
  readonly parentSpanId: Uint8Array;
  readonly kind: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly links: readonly { readonly traceId: Uint8Array; readonly spanId: Uint8Array }[];
  readonly status: { readonly code: string } | null;
}

const requestType = "opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest";

/** Loads the definitions of OTLP 1.11 (https://github.com/open-telemetry/opentelemetry-proto). */
function loadSchema(): protobuf.Type {
  const folder = fileURLToPath(new URL("published/", import.meta.url));
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) => `${folder}${target}`;
  return root.loadSync("opentelemetry/proto/collector/trace/v1/trace_service.proto").lookupType(requestType);
}

/**
 * Starts a receiver of OTLP over HTTP with protobuf. Requests that do not fit the published schema get 400.
 *
 * @param options.holds Number of requests that are never answered.
 */
export async function startCollector({ holds = 0 } = {}): Promise<Collector> {
  const schema = loadSchema();
  const spans: ReceivedSpan[] = [];
  const refused: string[] = [];
  let requests = 0;
  let last: Readonly<Record<string, unknown>> = {};
  const server = createServer((request, response) => {
    requests += 1;
    last = request.headers;
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (requests <= holds) return;
      try {
        if (request.method !== "POST" || request.url !== "/v1/traces")
          throw new Error(`No such address: ${request.url}`);
        if (request.headers["content-type"] !== "application/x-protobuf")
          throw new Error("The type of the body is wrong");
        spans.push(...read(schema, Buffer.concat(chunks)));
        // An empty `ExportTraceServiceResponse`.
        response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
      } catch (error) {
        refused.push(String(error));
        response.writeHead(400).end();
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    refused,
    requests: () => requests,
    headers: () => last,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** @throws Error if the body does not fit the schema, or breaks one of its rules about ids, names and times. */
function read(schema: protobuf.Type, body: Buffer): ReceivedSpan[] {
  refuseUnknown(schema, body);
  const message = schema.decode(body);
  const { resourceSpans } = schema.toObject(message, {
    enums: String,
    longs: String,
    defaults: true,
    oneofs: true,
  }) as Wire;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) => scope.spans.map((span) => presented(span, valuesOf(resource.attributes)))),
  );
}

/** @throws Error for a field that the schema does not have, which a decoder skips. */
function refuseUnknown(type: protobuf.Type, body: Uint8Array): void {
  const reader = protobuf.Reader.create(body);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    const field = type.fieldsById[tag >>> 3]?.resolve();
    if (field === undefined) throw new Error(`${type.name} has no field ${tag >>> 3}`);
    if (field.resolvedType instanceof protobuf.Type) refuseUnknown(field.resolvedType, reader.bytes());
    else reader.skipType(tag & 7);
  }
}

function presented(span: WireSpan, resource: Readonly<Record<string, unknown>>): ReceivedSpan {
  const { name, kind } = span;
  if (name === "") throw new Error("A span has no name");
  if (kind === "SPAN_KIND_UNSPECIFIED") throw new Error(`The span ${name} has no kind`);
  if (BigInt(span.startTimeUnixNano) === 0n || BigInt(span.endTimeUnixNano) < BigInt(span.startTimeUnixNano))
    throw new Error(`The span ${name} ends before it starts`);
  return {
    name,
    kind,
    traceId: idOf(span.traceId, 16),
    spanId: idOf(span.spanId, 8),
    parentSpanId: span.parentSpanId.length === 0 ? "" : idOf(span.parentSpanId, 8),
    attributes: valuesOf(span.attributes),
    links: span.links.map((link) => ({ traceId: idOf(link.traceId, 16), spanId: idOf(link.spanId, 8) })),
    status: span.status?.code ?? "STATUS_CODE_UNSET",
    resource,
  };
}

function idOf(bytes: Uint8Array, length: number): string {
  if (bytes.length !== length || bytes.every((byte) => byte === 0))
    throw new Error(`An id has ${bytes.length} bytes instead of ${length}, or is zero`);
  return Buffer.from(bytes).toString("hex");
}

/** @throws Error for a repeated key, which the schema forbids. */
function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  const values = attributes.map(({ key, value }) => [key, value[value.value]] as const);
  const keys = new Set(values.map(([key]) => key));
  if (keys.has("") || keys.size !== values.length) throw new Error("Keys of attributes are repeated or empty");
  return Object.fromEntries(values);
}
