import type { Project } from "@plumb/contract/projects/projects.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { apiKeysQuery, useCreateApiKey } from "#features/api-keys/api-keys.queries.ts";
import { keyState } from "#features/api-keys/key-expiry.ts";
import { ExampleOffer } from "#features/projects/example-offer.tsx";
import { selectProject } from "#features/projects/selected-project.ts";
import { FirstRun } from "#features/uploads/first-run.tsx";
import { useUploads } from "#features/uploads/upload-context.ts";
import { useNow } from "#ui/text/now.ts";

interface FirstReportProps {
  readonly project: Pick<Project, "id" | "name" | "settings" | "type">;
  readonly onCopied?: () => void;
}

/** First steps of a project without reports, with a key that is created for the command. Mount it once per project. */
export function FirstReport({ project, onCopied }: FirstReportProps) {
  const { may } = useUploads();
  const listed = useQuery({ ...apiKeysQuery(project.id), enabled: may.createKeys });
  const nowMs = useNow();
  const create = useCreateApiKey(project.id);
  const navigate = useNavigate();
  const openExample = (exampleId: number) => {
    selectProject(exampleId);
    void navigate({ to: "/" });
  };
  if (project.settings.example === true)
    return <p>Example data is being created. Its runs appear here one after the other.</p>;
  const active = (listed.data ?? []).filter(
    (key) => key.scopes.includes("ingest") && key.id !== create.data?.id && keyState(key, nowMs) === "live",
  );
  return (
    <FirstRun
      project={project}
      onCopied={onCopied}
      example={<ExampleOffer projectId={project.id} onOpen={openExample} />}
      keys={{
        names: active.map(({ name }) => name),
        secret: create.data?.key,
        create: async () => {
          const body = { name: "First report", scopes: ["ingest" as const], expiresInDays: null };
          return (await create.mutateAsync(body)).key;
        },
        isCreating: create.isPending,
        error: create.error,
      }}
    />
  );
}
