import { setTimeout as sleep } from "node:timers/promises";
import {
  diag,
  DiagLogLevel,
  type Link,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { setGlobalErrorHandler, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { type Attributes, currentScope, type Span, type TraceHeaders } from "./scope.ts";
import { recordSpans, type SpanOptions } from "./spans.ts";
import type { TraceSettings } from "./trace-settings.ts";

/** Time for the last spans when the server stops. */
const lastExportMs = 2000;
/** A collector that is away is reported once in this time. */
const warnEveryMs = 10 * 60_000;

interface Log {
  readonly warn: (fields: object, message: string) => void;
}

/** Exports spans to a collector until it is disposed of. The module is loaded only if traces are configured. */
export function startTracing(
  settings: TraceSettings,
  { version, log }: { readonly version: string; readonly log: Log },
): AsyncDisposable {
  reportProblems(log);
  const provider = new TracerProvider({
    sampler: samplerOf(settings),
    // The settings of the operator come last, so that they win.
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "plumb", "service.version": version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), ...definedOf(settings.batches) })],
  });
  const tracer = provider.getTracer("plumb", version);
  const stop = recordSpans((name, { kind, attributes = {}, parent, causedBy, startTime }) => {
    const context = parent === undefined ? contextOf(currentScope().span) : contextIn(parent);
    const options = {
      kind: kinds[kind ?? "internal"],
      attributes,
      links: linksTo(causedBy),
      ...(startTime !== undefined && { startTime }),
    };
    return new RecordedSpan(tracer.startSpan(name, options, context));
  });
  return {
    async [Symbol.asyncDispose]() {
      stop();
      await Promise.race([provider.shutdown().catch(() => undefined), sleep(lastExportMs, undefined, { ref: false })]);
    },
  };
}

const kinds: Readonly<Record<NonNullable<SpanOptions["kind"]> | "internal", SpanKind>> = {
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  producer: SpanKind.PRODUCER,
  server: SpanKind.SERVER,
};

const propagator = new W3CTraceContextPropagator();

class RecordedSpan implements Span {
  readonly span: SdkSpan;

  constructor(span: SdkSpan) {
    this.span = span;
  }

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  headers(): TraceHeaders {
    const headers: Record<string, string> = {};
    propagator.inject(contextOf(this), headers, {
      set: (carrier: Record<string, string>, key, value) => (carrier[key] = value),
    });
    return headers;
  }

  describe(attributes: Attributes): void {
    this.span.setAttributes(attributes);
  }

  fail(errorType: string): void {
    this.span.setStatus({ code: SpanStatusCode.ERROR });
    this.span.setAttribute("error.type", errorType);
  }

  end(): void {
    this.span.end();
  }
}

function contextOf(span: Span | null) {
  return span instanceof RecordedSpan ? trace.setSpan(ROOT_CONTEXT, span.span) : ROOT_CONTEXT;
}

/** Returns the context of another process; invalid headers are ignored. */
function contextIn(headers: TraceHeaders) {
  return propagator.extract(ROOT_CONTEXT, headers, {
    get: (carrier: TraceHeaders, key) => (key === "traceparent" || key === "tracestate" ? carrier[key] : undefined),
    keys: Object.keys,
  });
}

function linksTo(traceparent: string | null | undefined): Link[] {
  if (traceparent === null || traceparent === undefined) return [];
  const context = trace.getSpanContext(contextIn({ traceparent }));
  return context === undefined ? [] : [{ context }];
}

function samplerOf({ sampler, ratio }: TraceSettings): Sampler {
  const root = sampler.replace("parentbased_", "");
  const own =
    root === "always_on"
      ? new AlwaysOnSampler()
      : root === "always_off"
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio);
  return sampler.startsWith("parentbased_") ? new ParentBasedSampler({ root: own }) : own;
}

/** Returns the values that are set, because the SDK does not accept `undefined`. */
function definedOf<Values extends object>(values: Values): { [Name in keyof Values]?: NonNullable<Values[Name]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

const ignore = () => undefined;

/** Sends problems of the SDK to the log, without the values of headers, which are secret. */
function reportProblems(log: Log): void {
  const warn = (message: string) =>
    log.warn(
      {},
      message.startsWith("Header ")
        ? "A header in OTEL_EXPORTER_OTLP_HEADERS is not valid and has no effect."
        : `OpenTelemetry: ${message}`,
    );
  const logger = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  let warnedAt = -Infinity;
  setGlobalErrorHandler((error) => {
    if (performance.now() - warnedAt < warnEveryMs) return;
    warnedAt = performance.now();
    log.warn(
      { err: error },
      "Spans could not be exported. The server works without them; check OTEL_EXPORTER_OTLP_ENDPOINT and the collector.",
    );
  });
}
