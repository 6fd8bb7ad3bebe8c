import { Modal } from "@mantine/core";
import type { ShareTarget } from "@plumb/contract/projects/share-links.ts";
import { Link } from "@tanstack/react-router";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";
import { useCreateShareLink } from "./share.queries.ts";
import { ShareForm } from "./share-form.tsx";

interface ShareDialogProps {
  readonly projectId: number;
  readonly target: ShareTarget;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Dialog that creates a share link and shows it once. */
export function ShareDialog({ projectId, target, opened, onClose }: ShareDialogProps) {
  const create = useCreateShareLink(projectId);
  useFocusBefore(opened);
  return (
    <Modal
      opened={opened}
      onClose={() => {
        create.reset();
        onClose();
      }}
      title="Share"
      size={560}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <ShareForm
        kind={target.kind}
        created={create.data}
        error={create.error}
        pending={create.isPending}
        onCreate={(expiresAt) => create.mutate({ target, expiresAt })}
      >
        <Link to="/projects/$projectId" params={{ projectId: String(projectId) }} search={{ tab: "share-links" }}>
          All share links of this project
        </Link>
      </ShareForm>
    </Modal>
  );
}
