import { Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import { errorText, incidentOf } from "#lib/api/error-text.ts";
import styles from "#ui/layout/panel.module.css";

interface ErrorPanelProps {
  readonly error: unknown;
  /** Message for errors without their own. */
  readonly fallback: string;
  readonly onRetry?: () => void;
}

/** Error message in place of the content that failed. */
export function ErrorPanel({ error, fallback, onRetry }: ErrorPanelProps) {
  const incident = incidentOf(error);
  return (
    <div className={styles["panel"]} role="alert">
      <Group gap="sm" wrap="nowrap" align="flex-start" p="md">
        <IconAlertTriangle size={18} color="var(--failed-ink)" aria-hidden style={{ flex: "none", marginTop: 2 }} />
        <div>
          <Text fw="var(--mantine-font-weight-bold)">{fallback}</Text>
          {errorText(error, fallback) !== fallback && <Text c="dimmed">{errorText(error, fallback)}</Text>}
          {incident !== null && <Text c="dimmed" size="sm">{`Request ID ${incident}`}</Text>}
          {onRetry !== undefined && (
            <Button mt="sm" size="xs" variant="default" leftSection={<IconRefresh size={14} />} onClick={onRetry}>
              Try again
            </Button>
          )}
        </div>
      </Group>
    </div>
  );
}
