import { createContext, useContext } from "react";
import type { UploadDetails } from "./upload-details.ts";
import type { Upload } from "./upload-state.ts";

export interface UploadRights {
  readonly upload: boolean;
  readonly createKeys: boolean;
}

export interface Uploads {
  /** Where they go. */
  readonly projectId: number;
  readonly uploads: readonly Upload[];
  /** What the reader's role in the project allows. */
  readonly may: UploadRights;
  /** Opens the file picker. */
  readonly pick: () => void;
  readonly dismiss: (id: number) => void;
  /** Stops an upload that is still being sent. */
  readonly cancel: (id: number) => void;
  /** What the next uploads are sent with. */
  readonly details: UploadDetails;
  readonly setDetails: (details: UploadDetails) => void;
  readonly detailsOpen: boolean;
  readonly setDetailsOpen: (open: boolean) => void;
}

export const UploadContext = createContext<Uploads | null>(null);

/** The uploads of this session; they go on while the user moves between pages. */
export function useUploads(): Uploads {
  const uploads = useContext(UploadContext);
  if (uploads === null) throw new Error("useUploads needs an UploadZone around it");
  return uploads;
}
