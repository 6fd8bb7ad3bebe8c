import { createContext, useContext } from "react";
import type { UploadDetails } from "./upload-details.ts";
import type { Upload } from "./upload-state.ts";

export interface UploadRights {
  readonly upload: boolean;
  readonly createKeys: boolean;
}

export interface Uploads {
  /** Target project of the uploads. */
  readonly projectId: number;
  readonly uploads: readonly Upload[];
  /** Permissions of the user's role. */
  readonly may: UploadRights;
  /** Opens the file picker. */
  readonly pick: () => void;
  readonly dismiss: (id: number) => void;
  /** Cancels an upload that is still being sent. */
  readonly cancel: (id: number) => void;
  /** Parameters of the next uploads. */
  readonly details: UploadDetails;
  readonly setDetails: (details: UploadDetails) => void;
  readonly detailsOpen: boolean;
  readonly setDetailsOpen: (open: boolean) => void;
}

export const UploadContext = createContext<Uploads | null>(null);

/** Returns the uploads of this session. They continue while the user navigates. */
export function useUploads(): Uploads {
  const uploads = useContext(UploadContext);
  if (uploads === null) throw new Error("useUploads needs an UploadZone around it");
  return uploads;
}
