import { Button } from "@mantine/core";
import type { ShareTarget } from "@plumb/contract/projects/share-links.ts";
import { IconShare } from "@tabler/icons-react";
import { useShareHere } from "./use-share-here.tsx";

interface ShareHereProps {
  readonly target: ShareTarget;
  readonly size?: "xs";
}

/** Button that shares something of the selected project. Absent for viewers, and if share links are turned off. */
export function ShareHere({ target, size }: ShareHereProps) {
  const share = useShareHere(target);
  if (share === null) return null;
  return (
    <>
      <Button
        variant="default"
        {...(size !== undefined && { size })}
        leftSection={<IconShare size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={share.action.onClick}
      >
        {share.action.label}
      </Button>
      {share.dialog}
    </>
  );
}
