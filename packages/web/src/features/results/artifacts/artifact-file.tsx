import { Button, Skeleton } from "@mantine/core";
import type { Artifact } from "@plumb/contract/results.ts";
import { IconFile, IconFileText, IconRoute } from "@tabler/icons-react";
import { lazy, Suspense, use, useId, useState } from "react";
import { clip } from "#lib/format.ts";
import { ArtifactAccess } from "./artifact-access.ts";
import { ArtifactCaption } from "./artifact-caption.tsx";
import { type Viewer, viewerOf } from "./artifact-type.ts";
import { TraceHint } from "./trace-hint.tsx";

const TextPanel = lazy(async () => ({ default: (await import("./text-panel.tsx")).TextPanel }));
const JsonPanel = lazy(async () => ({ default: (await import("./json-panel.tsx")).JsonPanel }));
const PageFrame = lazy(async () => ({ default: (await import("./page-frame.tsx")).PageFrame }));

const icons: Readonly<Partial<Record<Viewer, typeof IconFile>>> = {
  trace: IconRoute,
  text: IconFileText,
  json: IconFileText,
};

/** A file as a row; what can be looked at in place opens below it. */
export function ArtifactFile({ artifact }: { readonly artifact: Artifact }) {
  const { inline, openTrace } = use(ArtifactAccess);
  const [opened, setOpened] = useState(false);
  const id = useId();
  const viewer = viewerOf(artifact);
  const Icon = icons[viewer] ?? IconFile;
  const name = clip(artifact.name, 100);
  const shown = artifact.url !== null && inline && isShown(viewer, artifact);
  const act =
    viewer === "trace" && artifact.viewUrl !== null && openTrace !== null ? (
      <Button size="compact-xs" onClick={() => openTrace(artifact.id)}>
        Open trace
      </Button>
    ) : shown ? (
      <Button
        size="compact-xs"
        variant="default"
        aria-expanded={opened}
        aria-controls={id}
        aria-label={`${opened ? "Hide" : "Show"} ${name}`}
        onClick={() => setOpened(!opened)}
      >
        {opened ? "Hide" : "Show"}
      </Button>
    ) : undefined;
  return (
    <>
      <ArtifactCaption artifact={artifact} icon={<Icon size={15} aria-hidden />} action={act} />
      {viewer === "trace" && artifact.url !== null && act === undefined && (
        <TraceHint artifact={artifact} url={artifact.url} />
      )}
      {shown && (
        <div id={id}>
          {opened && (
            <Suspense fallback={<Skeleton height={120} animate={false} />}>
              <Contents artifact={artifact} url={artifact.url as string} viewer={viewer} />
            </Suspense>
          )}
        </div>
      )}
    </>
  );
}

function Contents({
  artifact,
  url,
  viewer,
}: {
  readonly artifact: Artifact;
  readonly url: string;
  readonly viewer: Viewer;
}) {
  if (viewer === "json") return <JsonPanel artifact={artifact} url={url} />;
  if (viewer === "page" && artifact.viewUrl !== null)
    return <PageFrame artifact={artifact} viewUrl={artifact.viewUrl} />;
  return <TextPanel artifact={artifact} url={url} />;
}

function isShown(viewer: Viewer, { viewUrl }: Artifact): boolean {
  return viewer === "text" || viewer === "json" || (viewer === "page" && viewUrl !== null);
}
