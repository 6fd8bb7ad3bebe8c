import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type PreviewedRule, rulePreviewQuery } from "./notification-rules.queries.ts";
import { RulePreview } from "./rule-preview.tsx";
import { ownAccountQuery } from "#lib/session/own-account.ts";

const previewDelayMs = 400;

interface LoadedPreviewProps {
  readonly projectId: number;
  readonly rule: PreviewedRule;
}

/** Loads the preview when the user stops typing. */
export function LoadedPreview({ projectId, rule }: LoadedPreviewProps) {
  const [{ text }] = useDebouncedValue({ text: JSON.stringify(rule) }, previewDelayMs);
  const delayed = JSON.parse(text) as PreviewedRule;
  const preview = useQuery({
    ...rulePreviewQuery(projectId, delayed),
    enabled: delayed.events.length > 0,
    // The user returns after solving the problem in another tab.
    refetchOnWindowFocus: ({ state }) => (state.data?.problem == null ? true : "always"),
  });
  const { data: account } = useQuery(ownAccountQuery);
  if (rule.events.length === 0) return <p>Choose an event to see its messages.</p>;
  return <RulePreview preview={preview.data} error={preview.error} isAdmin={account?.role === "ADMIN"} />;
}
