import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { cut } from "#lib/format/format.ts";
import type { ItemSubjectIds } from "#features/items/items.queries.ts";

const CreateDialog = lazy(async () => ({ default: (await import("#features/items/subject-items.tsx")).CreateDialog }));

interface AssignButtonProps {
  readonly projectId: number;
  readonly subject: ItemSubjectIds;
  /** Initial title. */
  readonly title: string;
  readonly userId: number | undefined;
  readonly size?: "compact-sm" | "xs";
  readonly onCreated: () => void;
}

/** Assigns a subject: opens the form of an analysis item about it. */
export function AssignButton({ title, size = "xs", onCreated, ...item }: AssignButtonProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size={size}
        variant="default"
        aria-haspopup="dialog"
        aria-label={`Assign ${cut(title, 100)}`}
        onClick={() => setOpened(true)}
      >
        Assign
      </Button>
      {opened && (
        <Suspense>
          <CreateDialog
            {...item}
            title={title}
            onClose={() => setOpened(false)}
            onCreated={() => {
              setOpened(false);
              onCreated();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
