import type { Artifact } from "@plumb/contract/results.ts";
import { IconExternalLink, IconFile, IconFileText, IconRoute } from "@tabler/icons-react";
import { clip, formatBytes } from "#lib/format.ts";
import styles from "./artifact-list.module.css";

/** What an attempt left behind: images and videos in place, the rest as links that open in a new tab. */
export function ArtifactList({ artifacts }: { readonly artifacts: readonly Artifact[] }) {
  if (artifacts.length === 0) return null;
  return (
    <ul className={styles["artifacts"]} aria-label="Artifacts">
      {artifacts.map((artifact) => (
        <li key={artifact.id}>
          <ArtifactView artifact={artifact} />
        </li>
      ))}
    </ul>
  );
}

function ArtifactView({ artifact }: { readonly artifact: Artifact }) {
  const { name, contentType, url } = artifact;
  if (url === null) return <Caption artifact={artifact} />;
  if (contentType.startsWith("image/")) {
    return (
      <figure>
        <a href={url} target="_blank" rel="noreferrer" aria-label={`Open ${clip(name, 100)} in a new tab`}>
          <img src={url} alt={clip(name, 100)} loading="lazy" decoding="async" />
        </a>
        <figcaption>
          <Caption artifact={artifact} />
        </figcaption>
      </figure>
    );
  }
  if (contentType.startsWith("video/")) {
    return (
      <figure>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- recordings of a browser have no speech */}
        <video src={url} controls preload="metadata" aria-label={clip(name, 100)} />
        <figcaption>
          <Caption artifact={artifact} />
        </figcaption>
      </figure>
    );
  }
  return <Caption artifact={artifact} />;
}

function Caption({ artifact: { name, kind, size, url } }: { readonly artifact: Artifact }) {
  const Icon = kind === "trace" ? IconRoute : kind === "text" ? IconFileText : IconFile;
  const label = clip(name, 100);
  return (
    <span className={styles["caption"]}>
      <Icon size={15} aria-hidden />
      {url === null ? (
        <span className={styles["name"]}>{label}</span>
      ) : (
        <a className={styles["name"]} href={url} target="_blank" rel="noreferrer">
          {label}
          <IconExternalLink size={13} aria-hidden />
        </a>
      )}
      <span className={styles["size"]}>
        {url === null
          ? "not uploaded"
          : `${kind === "other" ? "" : `${kind} · `}${size === null ? "" : formatBytes(size)}`}
      </span>
    </span>
  );
}
