import { Skeleton } from "@mantine/core";
import type { Settings, SettingsChange } from "@plumb/contract/administration/settings.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { changeOf, GeneralForm, useGeneralForm } from "./general-form.tsx";
import { LeaveSettings } from "./leave-settings.tsx";
import { settingsQuery, useSaveSettings } from "./settings.queries.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { showError, showSuccess } from "#ui/feedback/toast.ts";

/** General settings, edited in a draft. */
export function GeneralPanel() {
  const settings = useQuery(settingsQuery);
  if (settings.data !== undefined) return <Draft settings={settings.data} />;
  return settings.isError ? (
    <ErrorPanel error={settings.error} fallback="Failed to load settings" onRetry={() => void settings.refetch()} />
  ) : (
    <Skeleton height={640} maw={640} />
  );
}

/** Sends only the changes, with the version on which they are based. */
function Draft({ settings }: { readonly settings: Settings }) {
  const { refetch } = useQuery(settingsQuery);
  const save = useSaveSettings();
  const form = useGeneralForm(settings, save.error);
  const [base, setBase] = useState(settings);
  const startFrom = (next: Settings) => {
    const { version: _version, ...values } = next;
    form.setInitialValues(values);
    form.reset();
    setBase(next);
  };
  const follow = useEffectEvent(startFrom);
  const unsaved = form.isDirty();
  // Without unsaved changes, the form shows the saved values, including those of other tabs.
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the form has its own values, which follow those of the query here
    if (!unsaved && settings.version !== base.version) follow(settings);
  }, [settings, base, unsaved]);
  const send = (change: SettingsChange, version: number | undefined) =>
    save.mutate(
      { ...change, ...(version !== undefined && { version }) },
      {
        onSuccess: (saved) => {
          startFrom(saved);
          showSuccess("Settings saved successfully");
        },
        onError: () => showError("Failed to save settings"),
      },
    );
  return (
    <>
      <GeneralForm
        form={form}
        pending={save.isPending}
        onSave={(values) => {
          const change = changeOf(base, values);
          // Without changes, the settings are already saved.
          if (Object.keys(change).length === 0) showSuccess("Settings saved successfully");
          else send(change, base.version);
        }}
        onLoadTheirs={() => {
          save.reset();
          form.reset();
          void refetch();
        }}
        onSaveMine={() => send(changeOf(base, form.getValues()), undefined)}
      />
      <LeaveSettings unsaved={unsaved} />
    </>
  );
}
