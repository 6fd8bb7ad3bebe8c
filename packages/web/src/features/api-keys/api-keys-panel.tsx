import { Skeleton } from "@mantine/core";
import type { Project } from "@plumb/contract/projects/projects.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiKeyScope } from "@plumb/contract/projects/api-keys.ts";
import { AgentSetup } from "./agent-setup.tsx";
import { ApiKeysTable } from "./api-keys-table.tsx";
import { apiKeysQuery, useRevokeApiKey } from "./api-keys.queries.ts";
import { CreateKeyForm, type NewKey } from "./create-key-form.tsx";
import { UseAKey } from "./use-a-key.tsx";
import { useServerAddress } from "#lib/session/server-address.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import panel from "#ui/layout/panel.module.css";

/** API keys of a project, with actions to create and revoke them. */
export function ApiKeysPanel({ project }: { readonly project: Pick<Project, "id" | "name" | "type"> }) {
  const projectId = project.id;
  // New key, used in the examples until the user leaves the page.
  const [made, setMade] = useState<NewKey>();
  const address = useServerAddress();
  const keys = useQuery(apiKeysQuery(projectId));
  const revoke = useRevokeApiKey(projectId);
  if (keys.isError) {
    return <ErrorPanel error={keys.error} fallback="Failed to load API keys" onRetry={() => void keys.refetch()} />;
  }
  return (
    <section className={panel["panel"]} aria-label="API keys">
      <div style={{ padding: 16 }}>
        <CreateKeyForm projectId={projectId} key={projectId} onCreated={setMade} />
      </div>
      {revoke.isError && <ErrorPanel error={revoke.error} fallback="Failed to revoke the key" />}
      {keys.data === undefined ? (
        <Skeleton height={120} m={16} width="auto" />
      ) : (
        <ApiKeysTable keys={keys.data} onRevoke={(id) => revoke.mutate(id)} />
      )}
      <UseAKey project={project} address={address} apiKey={keyFor("ingest", made)} />
      <AgentSetup address={address} apiKey={keyFor("read", made)} />
    </section>
  );
}

/** Returns the secret of the new key for examples that need the scope. */
function keyFor(scope: ApiKeyScope, made: NewKey | undefined): string | undefined {
  return made?.scopes.includes(scope) === true ? made.key : undefined;
}
