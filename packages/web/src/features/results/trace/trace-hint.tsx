import type { Artifact } from "@plumb/contract/runs/results.ts";
import { use } from "react";
import { CommandLine } from "#ui/code/command-line.tsx";
import { ArtifactAccess } from "#features/results/artifacts/artifact-access.ts";
import styles from "#features/results/artifacts/artifact-gallery.module.css";

/** Reason why a trace cannot open in place if the server provides no address for it. */
export const noSecondAddress =
  "Traces open here if the server has a separate address for them: an administrator can set PLUMB_ARTIFACT_URL.";

interface TraceHintProps {
  readonly artifact: Artifact;
  readonly url: string;
  /** Reason why the trace does not open here. */
  readonly reason?: string;
}

/** Explains how to open a trace that cannot open in place. */
export function TraceHint({ artifact, url, reason }: TraceHintProps) {
  const { inline } = use(ArtifactAccess);
  // In an export, the trace file is next to the page.
  if (!inline) {
    return (
      <div className={styles["hint"]}>
        <p>Open it on your machine, from the folder of this page:</p>
        <CommandLine command={`npx playwright show-trace ${url}`} what="command" />
      </div>
    );
  }
  return (
    <div className={styles["hint"]}>
      {reason !== undefined && <p>{reason}</p>}
      <p>
        <a href={url} target="_blank" rel="noreferrer">
          Download the trace
        </a>
        {" and open it on your machine:"}
      </p>
      <CommandLine command={`npx playwright show-trace ${fileName(artifact.name)}`} what="command" />
    </div>
  );
}

/** Returns the download's file name, safe to paste into a shell. */
function fileName(name: string): string {
  const file = name.replaceAll(/[^\w.-]+/g, "-").replace(/^-+/, "");
  return /\.zip$/i.test(file) ? file : "trace.zip";
}
