import { Skeleton } from "@mantine/core";
import type { Artifact } from "@plumb/contract/runs/results.ts";
import { useMemo } from "react";
import { formatBytes } from "#lib/format/format.ts";
import styles from "#features/results/artifacts/artifact-gallery.module.css";
import { readHar } from "#features/results/har/har.ts";
import { HarView } from "#features/results/har/har-view.tsx";
import { JsonTree } from "./json-tree.tsx";
import { ProblemNote } from "#features/results/artifacts/problem-note.tsx";
import { TextPanel } from "./text-panel.tsx";
import { useText } from "./use-text.ts";

/** Maximum size in bytes. Parsing more would block the page. */
const largestParsed = 32 * 1024 * 1024;

interface JsonPanelProps {
  readonly artifact: Artifact;
  readonly url: string;
}

/** Loads JSON and shows it as a tree, or an HTTP archive as its requests. */
export function JsonPanel({ artifact, url }: JsonPanelProps) {
  if (artifact.size !== null && artifact.size > largestParsed) {
    return (
      <AsText
        artifact={artifact}
        url={url}
        reason={`Files larger than ${formatBytes(largestParsed)} are shown as text.`}
      />
    );
  }
  return <Parsed artifact={artifact} url={url} />;
}

function Parsed({ artifact, url }: JsonPanelProps) {
  const text = useText(artifact.id, url, largestParsed);
  const parsed = useMemo(() => (text.pieces === undefined ? undefined : parse(text.pieces.join(""))), [text.pieces]);
  const requests = useMemo(() => (parsed === undefined || "broken" in parsed ? null : readHar(parsed.json)), [parsed]);
  if (text.problem !== null) return <ProblemNote problem={text.problem} onRetry={text.retry} />;
  if (parsed === undefined) return <Skeleton height={120} animate={false} />;
  if ("broken" in parsed)
    return <AsText artifact={artifact} url={url} reason={`This is not valid JSON: ${parsed.broken}`} />;
  return requests === null ? <JsonTree json={parsed.json} name={artifact.name} /> : <HarView entries={requests} />;
}

function AsText({ reason, ...props }: JsonPanelProps & { readonly reason: string }) {
  return (
    <>
      <p className={styles["note"]}>{reason}</p>
      <TextPanel {...props} />
    </>
  );
}

function parse(text: string): { readonly json: unknown } | { readonly broken: string } {
  try {
    return { json: JSON.parse(text) as unknown };
  } catch (error) {
    return { broken: error instanceof Error ? error.message.slice(0, 200) : "" };
  }
}
