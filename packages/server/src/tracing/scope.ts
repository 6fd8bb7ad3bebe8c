import { AsyncLocalStorage } from "node:async_hooks";

export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Headers of W3C Trace Context. Values of other processes are untrusted. */
export interface TraceHeaders {
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

/** A span that is being recorded. */
export interface Span {
  readonly traceId: string;
  /** Headers that continue the trace in another process. */
  readonly headers: () => TraceHeaders;
  readonly describe: (attributes: Attributes) => void;
  /** Marks the span as failed. */
  readonly fail: (errorType: string) => void;
  readonly end: () => void;
}

/** Cause of a piece of work. Log lines, jobs, deliveries and spans read it. */
export interface Scope {
  /** Request that caused the work; `null` for scheduled work. */
  readonly requestId: string | null;
  /** Open span; `null` if the work is not traced. */
  readonly span: Span | null;
}

const noScope: Scope = { requestId: null, span: null };
const storage = new AsyncLocalStorage<Scope>();

export function currentScope(): Scope {
  return storage.getStore() ?? noScope;
}

/** Runs work, and everything that it starts, in a scope. */
export function runInScope<Value>(scope: Scope, work: () => Value): Value {
  return storage.run(scope, work);
}

/** Runs work that serves several requests, so that it is not attributed to the one that happened to start it. */
export function runOutsideScope<Value>(work: () => Value): Value {
  return storage.run(noScope, work);
}

/** Returns the fields of the current scope for a line of the log. */
export function logFields(): Record<string, string> {
  const { requestId, span } = currentScope();
  return { ...(requestId !== null && { requestId }), ...(span !== null && { traceId: span.traceId }) };
}
