import { Alert, Button, Skeleton } from "@mantine/core";
import type { ChangedTests } from "@plumb/contract/failures/quarantine.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { counted, cut } from "#lib/format/format.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { FormDialog } from "#ui/form/form-dialog.tsx";
import styles from "./quarantine.module.css";
import { QuarantineForm } from "./quarantine-form.tsx";
import {
  type FailedTests,
  failedTestsQuery,
  type QuarantineDraft,
  useQuarantineFailures,
  useReleaseFailures,
} from "./quarantine.queries.ts";

interface QuarantineFailuresDialogProps {
  readonly projectId: number;
  readonly tests: FailedTests;
  /** Suggested reason. */
  readonly reason: string;
  readonly onClose: () => void;
  /** Gets the number of tests put in quarantine or muted; negative for released ones. */
  readonly onDone: (tests: number) => void;
}

/** Dialog that quarantines or mutes the tests of causes or failures, or releases those that already are. */
export function QuarantineFailuresDialog(props: QuarantineFailuresDialogProps) {
  const { projectId, tests, reason, onClose, onDone } = props;
  const preview = useQuery(failedTestsQuery(projectId, tests));
  const onReleased = (released: number) => onDone(-released);
  const quarantine = useQuarantineFailures(projectId, onReleased);
  const release = useReleaseFailures(projectId, onReleased);
  return (
    <FormDialog opened onClose={onClose} title="Quarantine the tests" transitionProps={{ duration: 120 }}>
      {preview.data !== undefined ? (
        <QuarantineFailures
          preview={preview.data}
          reason={reason}
          pending={quarantine.isPending}
          releasing={release.isPending}
          error={quarantine.error}
          onRelease={() => release.mutate(tests, { onSuccess: onClose })}
          onSubmit={(draft) =>
            quarantine.mutate(
              { tests, draft },
              {
                onSuccess: ({ testIds }) => {
                  onDone(testIds.length);
                  onClose();
                },
              },
            )
          }
          onCancel={onClose}
        />
      ) : preview.isError ? (
        <ErrorPanel error={preview.error} fallback="Failed to find the tests" onRetry={() => void preview.refetch()} />
      ) : (
        <Skeleton height={400} animate={false} aria-busy />
      )}
    </FormDialog>
  );
}

interface QuarantineFailuresProps {
  readonly preview: ChangedTests;
  readonly reason: string;
  readonly pending: boolean;
  readonly releasing: boolean;
  readonly error: unknown;
  readonly onSubmit: (draft: QuarantineDraft) => void;
  readonly onRelease: () => void;
  readonly onCancel: () => void;
}

/** The tests, those that stay as they are, and the form. */
export function QuarantineFailures({ preview, releasing, onRelease, ...form }: QuarantineFailuresProps) {
  const { testIds, names, unchanged } = preview;
  const others = testIds.length - names.length;
  // The dialog opens before the tests are known.
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const find = (selector: string) => content.current?.querySelector<HTMLElement>(selector);
    (find("[data-autofocus]") ?? find("button"))?.focus();
  }, []);
  return (
    <div ref={content}>
      {testIds.length > 0 && (
        <div className={styles["tests"]}>
          <p>{`${counted(testIds.length, "test")}:`}</p>
          <ul>
            {names.map((name, index) => (
              <li key={testIds[index]}>
                <bdi dir="auto">{cut(name, 160)}</bdi>
              </li>
            ))}
            {others > 0 && <li>{`and ${others} more`}</li>}
          </ul>
        </div>
      )}
      {unchanged > 0 && (
        <Alert color="gray" mb="sm">
          {testIds.length === 0
            ? `All of these tests (${unchanged}) are in quarantine or muted.`
            : `${counted(unchanged, "other test is", "other tests are")} in quarantine or muted already and will not change.`}{" "}
          <Button size="compact-sm" variant="default" loading={releasing} onClick={onRelease}>
            {`Release ${counted(unchanged, "test")}`}
          </Button>
        </Alert>
      )}
      {testIds.length + unchanged === 0 && <p>No test of this selection is stored.</p>}
      {testIds.length > 0 && <QuarantineForm quarantine={null} owner={null} {...form} />}
    </div>
  );
}
