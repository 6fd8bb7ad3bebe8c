import { Button } from "@mantine/core";
import type { OpenQuarantine } from "@plumb/contract/tests/quarantine.ts";
import { IconShieldPause } from "@tabler/icons-react";
import { useState } from "react";
import { QuarantineForm } from "./quarantine-form.tsx";
import { useQuarantine } from "./quarantine.queries.ts";
import { FormDialog } from "#ui/form/form-dialog.tsx";

interface QuarantineButtonProps {
  readonly projectId: number;
  readonly testId: number;
  readonly owner: string | null;
  readonly quarantine: OpenQuarantine | null;
}

/** Button that opens the form to quarantine or mute a test, or to change this. */
export function QuarantineButton({ projectId, testId, owner, quarantine }: QuarantineButtonProps) {
  const [opened, setOpened] = useState(false);
  const keep = useQuarantine({ projectId, testId });
  const close = () => {
    setOpened(false);
    keep.reset();
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShieldPause size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        {quarantine === null ? "Quarantine" : "Change quarantine"}
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={quarantine === null ? "Quarantine this test" : "Change quarantine"}
      >
        <QuarantineForm
          quarantine={quarantine}
          owner={owner}
          pending={keep.isPending}
          error={keep.error}
          onSubmit={(draft) => keep.mutate(draft, { onSuccess: close })}
          onCancel={close}
        />
      </FormDialog>
    </>
  );
}
