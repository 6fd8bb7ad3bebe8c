import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { pathClassesQuery, useChangePathClasses, usePathClassPreview } from "./path-classes.queries.ts";
import { PathClassesForm } from "./path-classes-form.tsx";

/** Path classes of a project, for leads. */
export function PathClassesPanel({ projectId }: { readonly projectId: number }) {
  const stored = useQuery({ ...pathClassesQuery(projectId), refetchOnWindowFocus: false });
  const preview = usePathClassPreview(projectId);
  const change = useChangePathClasses(projectId);
  if (stored.data === undefined)
    return stored.isError ? (
      <ErrorPanel
        error={stored.error}
        fallback="Failed to load the path classes"
        onRetry={() => void stored.refetch()}
      />
    ) : (
      <Skeleton height={300} animate={false} />
    );
  const { version } = stored.data;
  return (
    <PathClassesForm
      stored={stored.data}
      pending={change.isPending}
      error={change.error ?? preview.error}
      preview={preview.data}
      previewing={preview.isPending}
      onPreview={(rules) => preview.mutate(rules)}
      onSave={(rules) => change.mutate({ rules, version })}
    />
  );
}
