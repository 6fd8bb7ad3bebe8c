import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "#lib/api/error-text.ts";
import { RulePreviewView } from "./rule-preview.tsx";
import { type PatternDraft, rulePreviewQuery } from "./rules.queries.ts";

const typingMs = 300;

/** Loads the preview after a pause in typing. */
export function RulePreviewPanel({ projectId, draft }: { readonly projectId: number; readonly draft: PatternDraft }) {
  const [rested] = useDebouncedValue(JSON.stringify(draft), typingMs);
  const { data, error, isPlaceholderData, fetchStatus } = useQuery(
    rulePreviewQuery(projectId, JSON.parse(rested) as PatternDraft),
  );
  const blank = draft.pattern.trim() === "";
  return (
    <RulePreviewView
      preview={blank ? undefined : data}
      problem={blank || error === null ? null : errorText(error, "The preview could not be loaded")}
      stale={!blank && (isPlaceholderData || fetchStatus === "fetching")}
    />
  );
}
