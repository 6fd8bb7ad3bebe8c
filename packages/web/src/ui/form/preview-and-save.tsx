import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";

interface PreviewAndSaveProps {
  readonly previewing: boolean;
  readonly pending: boolean;
  readonly onPreview: () => void;
  /** Additional buttons, placed first. */
  readonly children?: ReactNode;
}

/** Buttons of a form whose changes can be previewed. */
export function PreviewAndSave({ previewing, pending, onPreview, children }: PreviewAndSaveProps) {
  return (
    <Group justify="flex-end">
      {children}
      <Button variant="default" loading={previewing} onClick={onPreview}>
        Preview
      </Button>
      <Button type="submit" loading={pending}>
        Save
      </Button>
    </Group>
  );
}
