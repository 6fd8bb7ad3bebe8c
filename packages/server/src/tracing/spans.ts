import { type Attributes, currentScope, runInScope, type Span, type TraceHeaders } from "./scope.ts";

export interface SpanOptions {
  /** `internal` by default. */
  readonly kind?: "client" | "consumer" | "producer" | "server";
  readonly attributes?: Attributes;
  /** Parent in another process, instead of the current span. */
  readonly parent?: TraceHeaders;
  /** Span to link to because it caused the work, as in the header `traceparent`. */
  readonly causedBy?: string | null;
  /** Milliseconds since 1970; by default now. */
  readonly startTime?: number;
}

type StartSpan = (name: string, options: SpanOptions) => Span;

/** `null` unless spans are exported. */
let start: StartSpan | null = null;

/** Starts to record spans. Returns a function that stops. */
export function recordSpans(startSpan: StartSpan): () => void {
  start = startSpan;
  return () => {
    start = null;
  };
}

export function isTracing(): boolean {
  return start !== null;
}

/** Starts a span that the caller ends. Returns `null` if spans are not recorded. */
export function startSpan(name: string, options: SpanOptions): Span | null {
  return start?.(name, options) ?? null;
}

/** Runs work in a span. An error is recorded without its message, which may contain data of users. */
export async function inSpan<Value>(name: string, options: SpanOptions, work: () => Promise<Value>): Promise<Value> {
  const span = startSpan(name, options);
  if (span === null) return work();
  try {
    return await runInScope({ ...currentScope(), span }, work);
  } catch (error) {
    span.fail(errorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Returns the code of an error, or its class. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : error.name;
}

/** Returns headers that continue the current trace in another process. */
export function traceHeaders(): TraceHeaders {
  return currentScope().span?.headers() ?? {};
}
