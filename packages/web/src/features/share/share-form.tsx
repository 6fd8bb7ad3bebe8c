import { Alert, Button, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { dayMs } from "@plumb/contract/durations.ts";
import { maxShareDays, type ShareKind } from "@plumb/contract/projects/share-links.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { calendarDay, formatTimestamp } from "#lib/format/format.ts";
import { CommandLine } from "#ui/code/command-line.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";

interface ShareFormProps {
  readonly kind: ShareKind;
  /** The new link; `undefined` until it is created. */
  readonly created: { readonly url: string; readonly expiresAt: string } | undefined;
  readonly error: Error | null;
  readonly pending: boolean;
  readonly onCreate: (expiresAt: string) => void;
  /** Link to the list of share links. */
  readonly children: ReactNode;
}

const whatReadersSee: Readonly<Record<ShareKind, string>> = {
  report: "this report with its tests and files",
  failure: "this test in this report, with its files",
  comparison: "the comparison of these two reports",
  week: "this week with these filters",
};

const ends = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "date", label: "Date" },
] as const;

/** Form for the end of a share link. Shows the link once it is created. */
export function ShareForm({ kind, created, error, pending, onCreate, children }: ShareFormProps) {
  const [end, setEnd] = useState("7");
  const [openedAt] = useState(Date.now);
  const dayAfter = (days: number) => calendarDay(new Date(openedAt + days * dayMs));
  const [day, setDay] = useState(() => dayAfter(30));
  if (created !== undefined) return <CreatedLink {...created} />;
  const lasts = () => (end === "date" ? new Date(`${day}T23:59:59`) : new Date(Date.now() + Number(end) * dayMs));
  return (
    <form
      aria-label="Create share link"
      onSubmit={(event) => {
        event.preventDefault();
        onCreate(lasts().toISOString());
      }}
    >
      <Stack gap="md">
        <Text size="sm">
          {`Everyone with the link can read ${whatReadersSee[kind]}, without an account. They see nothing else. You can revoke the link at any time.`}
        </Text>
        <SegmentedControl aria-label="The link works for" data={[...ends]} value={end} onChange={setEnd} fullWidth />
        {end === "date" && (
          <TextInput
            type="date"
            label="Works until the end of"
            required
            withAsterisk={false}
            min={dayAfter(0)}
            max={dayAfter(maxShareDays - 1)}
            value={day}
            onChange={({ currentTarget }) => setDay(currentTarget.value)}
          />
        )}
        {error !== null && <ErrorPanel error={error} fallback="Failed to create the link" />}
        <Button type="submit" loading={pending}>
          Create link
        </Button>
        <Text size="sm">{children}</Text>
      </Stack>
    </form>
  );
}

/** Takes the focus, because the button that created the link has disappeared. */
function CreatedLink({ url, expiresAt }: { readonly url: string; readonly expiresAt: string }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      color="brand"
      variant="light"
      title="Copy this link now. You will not see it again."
    >
      <CommandLine command={url} what="share link" />
      <Text size="sm" mt="xs">{`It works until ${formatTimestamp(expiresAt)}.`}</Text>
    </Alert>
  );
}
