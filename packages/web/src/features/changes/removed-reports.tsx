import { Alert, Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";

interface RemovedReportsProps {
  readonly ids: readonly number[];
  readonly onRemove: () => void;
}

/** Lists the compared reports that no longer exist. */
export function RemovedReports({ ids, onRemove }: RemovedReportsProps) {
  const one = ids.length === 1;
  return (
    <Alert
      color="gray"
      mb={14}
      icon={<IconTrash size={18} aria-hidden />}
      title={`${one ? "Report" : "Reports"} ${ids.join(", ")} ${one ? "no longer exists" : "no longer exist"}`}
    >
      {`${one ? "It was" : "They were"} deleted, or ${one ? "belongs" : "belong"} to another project. The others are compared without ${one ? "it" : "them"}.`}{" "}
      <Button size="compact-sm" variant="default" onClick={onRemove}>
        {one ? "Remove it" : "Remove them"}
      </Button>
    </Alert>
  );
}
