import { ConnectChannelDialog } from "#features/connectors/connect-channel/connect-channel-dialog.tsx";
import { EventFields } from "#features/notification-rules/event-fields.tsx";
import { LoadedPreview } from "#features/notification-rules/loaded-preview.tsx";
import { useSaveRule } from "#features/notification-rules/notification-rules.queries.ts";

interface ConnectChannelProps {
  readonly projectId: number;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Dialog that connects a channel and adds the first rule for it. */
export function ConnectChannel({ projectId, opened, onClose }: ConnectChannelProps) {
  const save = useSaveRule(projectId);
  return (
    <ConnectChannelDialog
      projectId={projectId}
      opened={opened}
      renderEvents={(input) => <EventFields {...input} />}
      renderPreview={(connector, events) => <LoadedPreview projectId={projectId} rule={{ connector, events }} />}
      onRule={(rule) => save.mutateAsync({ ruleId: null, enabled: true, rule })}
      onClose={onClose}
    />
  );
}
