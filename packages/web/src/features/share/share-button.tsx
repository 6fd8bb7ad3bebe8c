import { Button } from "@mantine/core";
import type { ShareTarget } from "@plumb/contract/projects/share-links.ts";
import { IconShare } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";

const ShareDialog = lazy(async () => ({ default: (await import("./share-dialog.tsx")).ShareDialog }));

interface ShareButtonProps {
  readonly projectId: number;
  readonly target: ShareTarget;
  readonly size?: "xs" | "compact-sm";
}

/** Button that opens the dialog for a share link. */
export function ShareButton({ projectId, target, size }: ShareButtonProps) {
  const [opened, setOpened] = useState(false);
  const [used, setUsed] = useState(false);
  return (
    <>
      <Button
        variant="default"
        {...(size !== undefined && { size })}
        leftSection={<IconShare size={size === undefined ? 16 : 14} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => {
          setUsed(true);
          setOpened(true);
        }}
      >
        Share
      </Button>
      {used && (
        <Suspense>
          <ShareDialog projectId={projectId} target={target} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
