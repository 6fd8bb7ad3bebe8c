import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type LogSource, sentBodyQuery } from "./webhooks.queries.ts";
import { CodeBlock } from "#ui/code/code-block.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";

interface SentBodyProps {
  readonly projectId: number;
  readonly source: LogSource;
  readonly deliveryId: number;
}

/** Content of a delivery: the JSON body for a webhook, and for a connection the content from which its requests are made. */
export function SentBody({ projectId, source, deliveryId }: SentBodyProps) {
  const body = useQuery(sentBodyQuery(projectId, source, deliveryId));
  if (body.data !== undefined) return <CodeBlock text={formatted(body.data)} what="sent content" />;
  return body.isError ? (
    <ErrorPanel error={body.error} fallback="Failed to load the sent content" onRetry={() => void body.refetch()} />
  ) : (
    <Skeleton height={120} aria-label="Loading the sent content" />
  );
}

function formatted(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
