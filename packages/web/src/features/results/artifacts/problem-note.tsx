import { Button } from "@mantine/core";
import { IconFileOff } from "@tabler/icons-react";
import { use } from "react";
import { ArtifactAccess } from "./artifact-access.ts";
import styles from "./artifact-gallery.module.css";
import type { LoadProblem } from "./fetch-artifact.ts";

const sentences: Readonly<Record<LoadProblem, string>> = {
  expired: "This link has expired. Open the report again for a new one.",
  gone: "This file was deleted.",
  failed: "This file could not be loaded.",
};

interface ProblemNoteProps {
  readonly problem: LoadProblem;
  readonly onRetry?: () => void;
}

/** Shown instead of content that could not be loaded, with the reason and the next step. */
export function ProblemNote({ problem, onRetry }: ProblemNoteProps) {
  const { renew } = use(ArtifactAccess);
  return (
    <output className={styles["problem"]}>
      <IconFileOff size={16} aria-hidden />
      {sentences[problem]}
      {problem === "expired" && renew !== null && (
        <Button size="compact-sm" variant="default" onClick={renew}>
          Renew the link
        </Button>
      )}
      {problem === "failed" && onRetry !== undefined && (
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </output>
  );
}
