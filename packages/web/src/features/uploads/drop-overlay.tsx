import "@mantine/dropzone/styles.css";
import { Dropzone } from "@mantine/dropzone";
import { IconUpload } from "@tabler/icons-react";
import { cut } from "#lib/format/format.ts";
import { acceptedReports } from "./accepted-reports.ts";
import { detailsText, type UploadDetails } from "./upload-details.ts";
import styles from "./drop-overlay.module.css";
import type { DroppedFile } from "./dropped-file.ts";

interface DropOverlayProps {
  readonly projectName: string;
  readonly details: UploadDetails;
  readonly onDrop: (files: readonly DroppedFile[]) => void;
}

/** Covers the page while files are dragged over it. */
export function DropOverlay({ projectName, details, onDrop }: DropOverlayProps) {
  const visibleDetails = cut(detailsText(details), 200);
  return (
    // Hidden from assistive technology, because it only serves the pointer. There is an upload button for the keyboard.
    <div aria-hidden>
      <Dropzone.FullScreen
        withinPortal={false}
        tabIndex={-1}
        activateOnKeyboard={false}
        onDrop={(files: readonly DroppedFile[]) => onDrop(files)}
        className={styles["drop"] ?? ""}
      >
        <div className={styles["hint"]}>
          <IconUpload size={40} aria-hidden />
          <strong>{`Drop reports to upload them to ${projectName}`}</strong>
          {visibleDetails !== "" && <span>{`as ${visibleDetails}`}</span>}
          <span>{`${acceptedReports}: files, folders, zip or tar.gz archives, with their attachments`}</span>
        </div>
      </Dropzone.FullScreen>
    </div>
  );
}
