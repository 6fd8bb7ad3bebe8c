import { Button, Group, Modal, Skeleton, Text } from "@mantine/core";
import type { Settings, SettingsChange } from "@plumb/contract/administration/settings.ts";
import { useQuery } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import { GeneralForm } from "./general-form.tsx";
import { settingsQuery, useSaveSettings } from "./settings.queries.ts";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { showError, showSuccess } from "#ui/toast.ts";

/** The general settings: read, changed in a draft, saved. */
export function GeneralPanel() {
  const settings = useQuery(settingsQuery);
  if (settings.data !== undefined) return <Draft settings={settings.data} />;
  return settings.isError ? (
    <ErrorPanel error={settings.error} fallback="Failed to load settings" onRetry={() => void settings.refetch()} />
  ) : (
    <Skeleton height={640} maw={640} />
  );
}

/** Only what was changed is sent, with the version that the user saw when they began. */
function Draft({ settings }: { readonly settings: Settings }) {
  const { refetch } = useQuery(settingsQuery);
  const save = useSaveSettings();
  const [draft, setDraft] = useState<{ change: SettingsChange; version: number } | null>(null);
  const change = draft?.change ?? {};
  const send = (version: number | undefined) =>
    save.mutate(
      { ...change, ...(version !== undefined && { version }) },
      {
        onSuccess: () => {
          setDraft(null);
          showSuccess("Settings saved successfully");
        },
        onError: () => showError("Failed to save settings"),
      },
    );
  const loadTheirs = () => {
    setDraft(null);
    save.reset();
    void refetch();
  };
  return (
    <>
      <GeneralForm
        settings={settings}
        change={change}
        pending={save.isPending}
        error={save.error}
        onChange={(next) => setDraft({ change: next, version: draft?.version ?? settings.version })}
        onSave={() => {
          // Nothing to save is saved already.
          if (draft === null) showSuccess("Settings saved successfully");
          else send(draft.version);
        }}
        onLoadTheirs={loadTheirs}
        onSaveMine={() => send(undefined)}
      />
      <LeaveQuestion unsaved={draft !== null} />
    </>
  );
}

/** Before what was typed is lost. */
function LeaveQuestion({ unsaved }: { readonly unsaved: boolean }) {
  const blocker = useBlocker({ shouldBlockFn: () => unsaved, enableBeforeUnload: () => unsaved, withResolver: true });
  const stay = () => blocker.reset?.();
  return (
    <Modal
      opened={blocker.status === "blocked"}
      onClose={stay}
      title="Leave without saving?"
      centered
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Text>Your changes to the settings are not saved.</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={stay}>
          Stay
        </Button>
        <Button color="red.8" onClick={() => blocker.proceed?.()}>
          Leave without saving
        </Button>
      </Group>
    </Modal>
  );
}
