import type { Artifact } from "@plumb/contract/runs/results.ts";
import { IconDownload, IconExternalLink } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { cut, formatBytes } from "#lib/format/format.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import styles from "./artifact-gallery.module.css";
import { typeWord, viewerOf } from "./artifact-type.ts";

interface ArtifactCaptionProps {
  readonly artifact: Artifact;
  readonly icon?: ReactNode;
  /** The act that shows it in place. */
  readonly action?: ReactNode;
}

/** What an artifact is, how large, and the ways to it: a link that opens in a new tab, and the link itself to copy. */
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

/** The name of an artifact, as a link if the file exists. */
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

/** An export may leave out what was uploaded. */
function absence({ size }: Artifact): string {
  return size === null ? "not uploaded" : `${formatBytes(size)}, not in this export`;
}

function newTab(artifact: Artifact, url: string) {
  // A trace opens in the product; its link is for keeping it.
  const href = viewerOf(artifact) === "page" ? (artifact.viewUrl ?? url) : url;
  const title = isDownload(artifact) ? "Download" : "Open in a new tab";
  return { href, title, target: "_blank", rel: "noreferrer" } as const;
}

/** Returns true for files that the server only offers as downloads. */
function isDownload(artifact: Artifact): boolean {
  const viewer = viewerOf(artifact);
  if (viewer === "page") return artifact.viewUrl === null;
  return viewer === "trace" || viewer === "none";
}

function absolute(url: string): string {
  return new URL(url, location.href).href;
}
