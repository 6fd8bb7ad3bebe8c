import { runInScope, type Attributes, type Span } from "#tracing/scope.ts";
import { recordSpans, startSpan } from "#tracing/spans.ts";

interface RecordedSpan {
  readonly name: string;
  readonly attributes: Attributes;
  /** Type of the error; `null` if it succeeded. */
  readonly error: string | null;
}

/** Runs work in a span, and returns the spans that it starts, in the order of their ends. */
export async function spansOf(work: () => Promise<unknown>): Promise<RecordedSpan[]> {
  const ended: RecordedSpan[] = [];
  const stop = recordSpans((name, { attributes = {} }) => {
    let recorded: RecordedSpan = { name, attributes, error: null };
    return {
      traceId: "0".repeat(32),
      headers: () => ({}),
      describe: (more) => {
        recorded = { ...recorded, attributes: { ...recorded.attributes, ...more } };
      },
      fail: (error) => {
        recorded = { ...recorded, error };
      },
      end: () => void ended.push(recorded),
    };
  });
  try {
    const span: Span | null = startSpan("work", {});
    await runInScope({ requestId: null, span }, work);
    return ended;
  } finally {
    stop();
  }
}
