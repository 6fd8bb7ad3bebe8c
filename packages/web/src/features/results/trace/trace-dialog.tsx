import { Modal } from "@mantine/core";
import type { Artifact } from "@plumb/contract/runs/results.ts";
import { cut } from "#lib/format/format.ts";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";
import { ArtifactCaption } from "#features/results/artifacts/artifact-caption.tsx";
import { ProblemNote } from "#features/results/artifacts/problem-note.tsx";
import styles from "./trace-dialog.module.css";
import { noSecondAddress, TraceHint } from "./trace-hint.tsx";
import { useFrameProblem } from "#features/results/artifacts/use-frame-problem.ts";
import { useViewerReady } from "./use-viewer-ready.ts";

interface TraceDialogProps {
  /** `undefined` if the trace in the address does not belong to this test. */
  readonly artifact: Artifact | undefined;
  readonly onClose: () => void;
}

/** Dialog with Playwright's trace viewer. */
export function TraceDialog({ artifact, onClose }: TraceDialogProps) {
  useFocusBefore();
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={artifact === undefined || artifact.name === "trace" ? "Trace" : `Trace: ${cut(artifact.name, 100)}`}
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 0 }}
      returnFocus={false}
      classNames={{ content: styles["content"] ?? "", header: styles["header"] ?? "", body: styles["body"] ?? "" }}
    >
      {artifact === undefined ? (
        <p>This test has no trace with this name.</p>
      ) : (
        <Trace artifact={artifact} onClose={onClose} />
      )}
    </Modal>
  );
}

function Trace({ artifact, onClose }: { readonly artifact: Artifact; readonly onClose: () => void }) {
  const { url, viewUrl } = artifact;
  if (url === null) return <p>The report refers to this trace, but it was not uploaded.</p>;
  if (viewUrl === null) {
    return <TraceHint artifact={artifact} url={url} reason={noSecondAddress} />;
  }
  if (!isSecure(viewUrl)) {
    return (
      <TraceHint
        artifact={artifact}
        url={url}
        reason="The trace viewer only runs over https or on localhost, and this page was loaded over http."
      />
    );
  }
  return <Viewer key={viewUrl} artifact={artifact} url={url} viewUrl={viewUrl} onClose={onClose} />;
}

interface ViewerProps {
  readonly artifact: Artifact;
  readonly url: string;
  readonly viewUrl: string;
  readonly onClose: () => void;
}

function Viewer({ artifact, url, viewUrl, onClose }: ViewerProps) {
  const { frame, late } = useViewerReady(onClose);
  const problem = useFrameProblem(artifact.id, url);
  if (problem !== null) return <ProblemNote problem={problem} />;
  return (
    <>
      {late && (
        <>
          <ProblemNote problem="failed" />
          <TraceHint
            artifact={artifact}
            url={url}
            reason={`The trace viewer at ${new URL(viewUrl).origin} does not respond. Your browser must be able to reach that address.`}
          />
        </>
      )}
      <iframe
        ref={frame}
        title="Playwright trace viewer"
        src={viewUrl}
        // The service worker of the viewer requires `allow-same-origin`. The viewer has a separate origin without a session.
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the two together are harmless on another origin
        sandbox="allow-scripts allow-same-origin allow-downloads allow-popups allow-popups-to-escape-sandbox"
        allow="clipboard-write"
        referrerPolicy="no-referrer"
      />
      <ArtifactCaption artifact={artifact} />
    </>
  );
}

/** Service workers need a secure context for the page and its parents. */
function isSecure(address: string): boolean {
  if (!isSecureContext) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
