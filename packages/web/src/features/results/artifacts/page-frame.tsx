import type { Artifact } from "@plumb/contract/runs/results.ts";
import { cut } from "#lib/format/format.ts";
import styles from "./artifact-gallery.module.css";
import { typeWord } from "./artifact-type.ts";
import { ProblemNote } from "./problem-note.tsx";
import { useFrameProblem } from "./use-frame-problem.ts";

interface PageFrameProps {
  readonly artifact: Artifact;
  readonly url: string;
  readonly viewUrl: string;
}

/** HTML, SVG or PDF of a report in a sandboxed frame, which can access neither this page nor a network. */
export function PageFrame({ artifact, url, viewUrl }: PageFrameProps) {
  const problem = useFrameProblem(artifact.id, url);
  const type = typeWord(artifact);
  // The browser's PDF viewer does not work in a sandbox. The server responds only with PDFs at this address.
  const sandbox = type === "PDF" ? undefined : "allow-scripts allow-popups allow-popups-to-escape-sandbox";
  if (problem !== null) return <ProblemNote problem={problem} />;
  return (
    <div className={styles["page"]}>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- it is, but for PDF */}
      <iframe title={cut(artifact.name, 100)} src={viewUrl} sandbox={sandbox} referrerPolicy="no-referrer" />
      {type === "HTML" && (
        <p className={styles["note"]}>The page is isolated: it cannot load content from other addresses.</p>
      )}
    </div>
  );
}
