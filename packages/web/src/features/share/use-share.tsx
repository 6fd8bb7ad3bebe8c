import type { ShareTarget } from "@plumb/contract/projects/share-links.ts";
import { IconShare } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Action } from "#ui/list/actions.tsx";

const ShareDialog = lazy(async () => ({ default: (await import("./share-dialog.tsx")).ShareDialog }));

export interface Share {
  readonly action: Action;
  /** Must not be inside a menu, which closes when the dialog opens. */
  readonly dialog: ReactNode;
}

/** Returns the action that opens the dialog for a share link, and the dialog. */
export function useShare(projectId: number, target: ShareTarget): Share {
  const [opened, setOpened] = useState(false);
  const [used, setUsed] = useState(false);
  return {
    action: {
      label: "Share",
      icon: IconShare,
      onClick: () => {
        setUsed(true);
        setOpened(true);
      },
    },
    dialog: used && (
      <Suspense>
        <ShareDialog projectId={projectId} target={target} opened={opened} onClose={() => setOpened(false)} />
      </Suspense>
    ),
  };
}
