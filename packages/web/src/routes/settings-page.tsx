import { Tabs } from "@mantine/core";
import { ApiKeysPanel } from "#features/api-keys/api-keys-panel.tsx";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { PageFrame } from "#ui/page-frame.tsx";

/** Settings, one tab per subject. */
export function SettingsPage() {
  usePageTitle("Settings");
  const project = useSelectedProject();
  if (project === undefined || project === null) return null;
  return (
    <PageFrame title="Settings" subtitle={`Of the project ${project.name}`}>
      <Tabs value="api-keys">
        <Tabs.List mb={14}>
          <Tabs.Tab value="api-keys">API keys</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="api-keys">
          <ApiKeysPanel projectId={project.id} />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  );
}
