import { Button, VisuallyHidden } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import { useId } from "react";

/** What is not there yet, and what each needs. */
const later = [
  { label: "Deep Analyze", needs: "Coming soon: it needs a language model, and none can be set up yet" },
  {
    label: "Deduplicate",
    needs: "Coming soon: failures of one cause are gathered when they come in, so there is nothing to deduplicate",
  },
  { label: "Push to Jira", needs: "Coming soon: it needs an enabled Jira connector (Connectors)" },
] as const;

interface FailureActionsProps {
  readonly classifying: boolean;
  readonly onClassify: () => void;
}

/** What can be done with all failures of the window. */
export function FailureActions({ classifying, onClassify }: FailureActionsProps) {
  return (
    <>
      {later.map((action) => (
        <LaterAction key={action.label} {...action} />
      ))}
      <Button
        leftSection={<IconSparkles size={16} aria-hidden />}
        title="Classifies the failures of this window that have no class yet"
        loading={classifying}
        onClick={onClassify}
      >
        Auto-Classify
      </Button>
    </>
  );
}

/** It keeps its place in the order of focus, so that everybody can learn what it needs. */
function LaterAction({ label, needs }: (typeof later)[number]) {
  const reason = useId();
  return (
    <span title={needs}>
      <Button variant="default" aria-disabled data-disabled aria-describedby={reason}>
        {label}
      </Button>
      <VisuallyHidden id={reason}>{needs}</VisuallyHidden>
    </span>
  );
}
