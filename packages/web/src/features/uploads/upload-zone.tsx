import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { lazyPart } from "#lib/page/lazy-part.tsx";
import { useOfferedCommand } from "#lib/keys/commands.ts";
import { publicConfigQuery } from "#lib/session/public-config.ts";
import { type DroppedFile, relativeName } from "./dropped-file.ts";
import { sendFiles } from "./send-files.ts";
import { UploadContext, type UploadRights } from "./upload-context.ts";
import { readDetails, tidyDetails, type UploadDetails, writeDetails } from "./upload-details.ts";
import { failedUpload, newUpload, type Upload, withinLimit } from "./upload-state.ts";

const DropOverlay = lazyPart(async () => (await import("./drop-overlay.tsx")).DropOverlay);

interface UploadZoneProps {
  readonly projectId: number;
  readonly projectName: string;
  readonly may: UploadRights;
  readonly children: ReactNode;
}

/** Sends report files that are dropped anywhere on the page, and keeps their outcome. */
export function UploadZone({ projectId, projectName, may, children }: UploadZoneProps) {
  const queryClient = useQueryClient();
  const { data: config } = useQuery(publicConfigQuery);
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const controllers = useRef(new Map<number, AbortController>());
  const nextId = useRef(1);
  const picker = useRef<HTMLInputElement>(null);
  const [detailsOpen, setDetailsOpen] = useState(false);
  const { details, setDetails } = useDetails(projectId);

  const start = async (dropped: readonly DroppedFile[]) => {
    if (dropped.length === 0) return;
    const id = nextId.current;
    nextId.current += 1;
    const entered = tidyDetails(details);
    const files = dropped.map((file) => ({ name: relativeName(file), file }));
    const { accepted, tooLarge } = withinLimit(files, config?.maxUploadBytes ?? Number.POSITIVE_INFINITY);
    const update = (change: (upload: Upload) => Upload) =>
      setUploads((all) => all.map((upload) => (upload.id === id ? change(upload) : upload)));
    setUploads((all) => [
      newUpload(
        id,
        files.map(({ name }) => name),
        tooLarge,
        entered,
      ),
      ...all,
    ]);
    if (accepted.length === 0) {
      update((upload) => ({ ...upload, phase: "failed", error: "Nothing was sent." }));
      return;
    }
    const controller = new AbortController();
    controllers.current.set(id, controller);
    try {
      const { runs, files: verdicts } = await sendFiles(accepted, {
        projectId,
        details: entered,
        signal: controller.signal,
        onProgress: (sent, total) =>
          update((upload) => ({ ...upload, share: sent / total, phase: sent === total ? "reading" : "sending" })),
      });
      update((upload) => ({ ...upload, phase: "done", runs, verdicts: [...upload.verdicts, ...verdicts] }));
    } catch (error) {
      update((upload) => failedUpload(upload, error));
    } finally {
      controllers.current.delete(id);
      // A rejected upload may also have created reports from its valid files.
      void queryClient.invalidateQueries({ queryKey: ["reports"] });
    }
  };

  const pick = useCallback(() => picker.current?.click(), []);
  useOfferedCommand(may.upload ? "Upload reports" : null, pick, "send import files");
  const dismiss = useCallback((id: number) => setUploads((all) => all.filter((upload) => upload.id !== id)), []);
  const cancel = useCallback(
    (id: number) => controllers.current.get(id)?.abort(new DOMException("The upload was cancelled.", "AbortError")),
    [],
  );
  const context = useMemo(
    () => ({ projectId, uploads, may, pick, dismiss, cancel, details, setDetails, detailsOpen, setDetailsOpen }),
    [projectId, uploads, may, pick, dismiss, cancel, details, setDetails, detailsOpen],
  );

  return (
    <UploadContext value={context}>
      {children}
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Report files"
        onChange={({ currentTarget }) => {
          void start([...(currentTarget.files ?? [])]);
          // Allows selecting the same file again.
          currentTarget.value = "";
        }}
      />
      {may.upload && <DropOverlay projectName={projectName} details={details} onDrop={(files) => void start(files)} />}
    </UploadContext>
  );
}

/** Keeps separate parameters for each project. */
function useDetails(projectId: number) {
  const [entered, setEntered] = useState(() => ({ projectId, details: readDetails(projectId) }));
  if (entered.projectId !== projectId) setEntered({ projectId, details: readDetails(projectId) });
  const setDetails = useCallback(
    (details: UploadDetails) => {
      setEntered({ projectId, details });
      writeDetails(projectId, details);
    },
    [projectId],
  );
  return { details: entered.details, setDetails };
}
