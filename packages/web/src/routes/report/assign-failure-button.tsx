import { Button } from "@mantine/core";
import { useState } from "react";
import { cut } from "#lib/format/format.ts";
import type { TriagedFailure } from "#lib/keys/triaged-failure.ts";
import { assignFailures } from "./assign-failures.tsx";

interface AssignFailureButtonProps {
  readonly projectId: number;
  readonly failure: TriagedFailure;
  readonly size: "compact-sm" | "xs";
  readonly onClosed?: () => void;
}

/** Opens the dialog that assigns a failure or a cause. */
export function AssignFailureButton({ projectId, failure, size, onClosed }: AssignFailureButtonProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size={size}
        variant="default"
        aria-haspopup="dialog"
        aria-label={`Assign ${cut(failure.name ?? failure.error, 100)}`}
        onClick={() => setOpened(true)}
      >
        Assign
      </Button>
      {opened &&
        assignFailures(projectId, [failure], () => {
          setOpened(false);
          onClosed?.();
        })}
    </>
  );
}
