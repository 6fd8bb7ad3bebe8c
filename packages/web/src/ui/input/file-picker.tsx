import { FileButton, type FileButtonProps } from "@mantine/core";
import { useRef } from "react";

interface FilePickerProps extends Pick<FileButtonProps, "children"> {
  /** Accepted types, separated by commas; all if unset. */
  readonly accept?: string;
  /** Name of the file input for screen readers. */
  readonly label: string;
  readonly onChoose: (file: File) => void;
}

/** Button that selects one file. The same file can be selected again, such as after an upload failed. */
export function FilePicker({ accept, label, onChoose, children }: FilePickerProps) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      {...(accept !== undefined && { accept })}
      resetRef={reset}
      inputProps={{ "aria-label": label }}
      onChange={(file) => {
        if (file === null) return;
        // Browsers report no change if the input still has this file.
        reset.current?.();
        onChoose(file);
      }}
    >
      {children}
    </FileButton>
  );
}
