import { Button, Skeleton } from "@mantine/core";
import type { Artifact } from "@plumb/contract/runs/results.ts";
import { IconFile, IconFileText, IconRoute } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, use, useId, useState } from "react";
import { cut } from "#lib/format/format.ts";
import { ArtifactAccess } from "./artifact-access.ts";
import { ArtifactCaption } from "./artifact-caption.tsx";
import { type Viewer, viewerOf } from "./artifact-type.ts";
import { Enlarge } from "#features/results/images/enlarge.tsx";
import { noSecondAddress, TraceHint } from "#features/results/trace/trace-hint.tsx";

const TextPanel = lazy(async () => ({ default: (await import("#features/results/text/text-panel.tsx")).TextPanel }));
const JsonPanel = lazy(async () => ({ default: (await import("#features/results/text/json-panel.tsx")).JsonPanel }));
const PageFrame = lazy(async () => ({ default: (await import("./page-frame.tsx")).PageFrame }));

const icons: Readonly<Partial<Record<Viewer, typeof IconFile>>> = {
  trace: IconRoute,
  text: IconFileText,
  json: IconFileText,
};

/** Row of a file. Viewable files open below it, or in a dialog if they need more space. */
export function ArtifactFile({ artifact }: { readonly artifact: Artifact }) {
  const { inline } = use(ArtifactAccess);
  const { url } = artifact;
  const viewer = viewerOf(artifact);
  const Icon = icons[viewer] ?? IconFile;
  const icon = <Icon size={15} aria-hidden />;
  if (url !== null && viewer === "trace") return <TraceFile artifact={artifact} url={url} />;
  if (url !== null && inline && isVisible(viewer, artifact))
    return <VisibleFile artifact={artifact} url={url} icon={icon} />;
  return <ArtifactCaption artifact={artifact} icon={icon} />;
}

function TraceFile({ artifact, url }: { readonly artifact: Artifact; readonly url: string }) {
  const { openTrace } = use(ArtifactAccess);
  const icon = <IconRoute size={15} aria-hidden />;
  if (openTrace === null || artifact.viewUrl === null) {
    return (
      <>
        <ArtifactCaption artifact={artifact} icon={icon} />
        <TraceHint artifact={artifact} url={url} {...(openTrace !== null && { reason: noSecondAddress })} />
      </>
    );
  }
  const button = (
    <Button size="compact-sm" onClick={() => openTrace(artifact.id)}>
      Open trace
    </Button>
  );
  return <ArtifactCaption artifact={artifact} icon={icon} action={button} />;
}

interface VisibleFileProps {
  readonly artifact: Artifact;
  readonly url: string;
  readonly icon: ReactNode;
}

function VisibleFile({ artifact, url, icon }: VisibleFileProps) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  const name = cut(artifact.name, 100);
  const actions = (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-expanded={opened}
        aria-controls={id}
        aria-label={`${opened ? "Hide" : "Show"} ${name}`}
        onClick={() => setOpened(!opened)}
      >
        {opened ? "Hide" : "Show"}
      </Button>
      <Enlarge name={name}>
        <Contents artifact={artifact} url={url} />
      </Enlarge>
    </>
  );
  return (
    <>
      <ArtifactCaption artifact={artifact} icon={icon} action={actions} />
      <div id={id}>{opened && <Contents artifact={artifact} url={url} />}</div>
    </>
  );
}

function Contents({ artifact, url }: { readonly artifact: Artifact; readonly url: string }) {
  const viewer = viewerOf(artifact);
  return (
    <Suspense fallback={<Skeleton height={120} animate={false} />}>
      {viewer === "json" && <JsonPanel artifact={artifact} url={url} />}
      {viewer === "text" && <TextPanel artifact={artifact} url={url} />}
      {viewer === "page" && artifact.viewUrl !== null && (
        <PageFrame artifact={artifact} url={url} viewUrl={artifact.viewUrl} />
      )}
    </Suspense>
  );
}

function isVisible(viewer: Viewer, { viewUrl }: Artifact): boolean {
  return viewer === "text" || viewer === "json" || (viewer === "page" && viewUrl !== null);
}
