import { Button } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import { FormError } from "#ui/form/form-error.tsx";
import { useRemoveExample } from "./example-projects.ts";
import styles from "./example-data.module.css";

interface ExampleNoticeProps {
  readonly projectId: number;
  readonly mayRemove: boolean;
  readonly onRemoved: () => void;
}

/** Labels every page of a project with example data. */
export function ExampleNotice({ projectId, mayRemove, onRemoved }: ExampleNoticeProps) {
  const remove = useRemoveExample(projectId, onRemoved);
  return (
    <ExampleNoticeView
      isRemoving={remove.isPending}
      error={remove.error}
      onRemove={mayRemove ? () => remove.mutate() : null}
    />
  );
}

interface ExampleNoticeViewProps {
  readonly isRemoving: boolean;
  readonly error: Error | null;
  /** `null` if the user may not remove the project. */
  readonly onRemove: (() => void) | null;
}

export function ExampleNoticeView({ isRemoving, error, onRemove }: ExampleNoticeViewProps) {
  return (
    <aside className={styles["notice"]} aria-label="Example data">
      <IconFlask size={16} aria-hidden />
      <span>
        <strong>Example data.</strong> None of these tests, failures and people exist. Your own projects are unchanged.
      </span>
      {onRemove !== null && (
        <Button size="compact-sm" variant="default" loading={isRemoving} onClick={onRemove}>
          Remove example data
        </Button>
      )}
      {error !== null && <FormError error={error} fallback="Failed to remove the example data" />}
    </aside>
  );
}
