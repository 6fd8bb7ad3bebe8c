import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { sentBodyQuery } from "./webhooks.queries.ts";
import { CodeBlock } from "#ui/code/code-block.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";

interface SentBodyProps {
  readonly projectId: number;
  readonly webhookId: number;
  readonly deliveryId: number;
}

/** The JSON body that a delivery sends. */
export function SentBody({ projectId, webhookId, deliveryId }: SentBodyProps) {
  const body = useQuery(sentBodyQuery(projectId, webhookId, deliveryId));
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
