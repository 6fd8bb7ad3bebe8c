import type { Artifact } from "@plumb/contract/runs/results.ts";
import { IconDownload, IconExternalLink } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { cut, formatBytes } from "#lib/format/format.ts";
import { CopyButton } from "#ui/code/copy-button.tsx";
import styles from "./artifact-gallery.module.css";
import { typeWord, viewerOf } from "./artifact-type.ts";

interface ArtifactCaptionProps {
  readonly artifact: Artifact;
  readonly icon?: ReactNode;
  /** Button that shows the artifact in place. */
  readonly action?: ReactNode;
}

/** Name and size of an artifact, with a link that opens in a new tab and a button that copies the link. */
export function ArtifactCaption({ artifact, icon, action }: ArtifactCaptionProps) {
  const { size, url } = artifact;
  const name = cut(artifact.name, 100);
  const type = typeWord(artifact);
  const facts = [type === name ? "" : type, size === null ? "" : formatBytes(size)].filter((fact) => fact !== "");
  return (
    <div className={styles["caption"]}>
      {icon}
      <ArtifactLink artifact={artifact} />
      <span>{url === null ? absence(artifact) : facts.join(" · ")}</span>
      {(url !== null || action !== undefined) && (
        <span className={styles["acts"]}>
          {action}
          {url !== null && <CopyButton value={() => absolute(url)} what={`link to ${name}`} />}
        </span>
      )}
    </div>
  );
}

/** Name of an artifact, as a link if the file exists. */
export function ArtifactLink({ artifact }: { readonly artifact: Artifact }) {
  const { url } = artifact;
  const name = cut(artifact.name, 100);
  if (url === null) return <span className={styles["name"]}>{name}</span>;
  return (
    <a className={styles["name"]} {...newTab(artifact, url)}>
      {name}
      {isDownload(artifact) ? <IconDownload size={13} aria-hidden /> : <IconExternalLink size={13} aria-hidden />}
    </a>
  );
}

/** Exports can omit uploaded files. */
function absence({ size }: Artifact): string {
  return size === null ? "not uploaded" : `${formatBytes(size)}, not in this export`;
}

function newTab(artifact: Artifact, url: string) {
  // Traces open in the app, so their link downloads the file.
  const href = viewerOf(artifact) === "page" ? (artifact.viewUrl ?? url) : url;
  const title = isDownload(artifact) ? "Download" : "Open in a new tab";
  return { href, title, target: "_blank", rel: "noreferrer" } as const;
}

/** Returns whether the server offers the file only as a download. */
function isDownload(artifact: Artifact): boolean {
  const viewer = viewerOf(artifact);
  if (viewer === "page") return artifact.viewUrl === null;
  return viewer === "trace" || viewer === "none";
}

function absolute(url: string): string {
  return new URL(url, location.href).href;
}
