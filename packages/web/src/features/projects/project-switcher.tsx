import { Select } from "@mantine/core";
import { IconFolder } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { projectsQuery } from "./projects.queries.ts";
import { selectProject, useSelectedProject } from "./selected-project.ts";
import { useBrand } from "#lib/public-config.ts";

/** Which project the screens show. `onSwitched` is told when the user chose another one. */
export function ProjectSwitcher({ onSwitched }: { readonly onSwitched: () => void }) {
  const { data: projects } = useQuery(projectsQuery);
  const selected = useSelectedProject();
  const brand = useBrand();
  if (projects === undefined || selected === undefined || selected === null) {
    return <span style={{ fontWeight: 600 }}>{projects === undefined ? "" : brand.name}</span>;
  }
  return (
    <Select
      aria-label="Project"
      data={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(selected.id)}
      onChange={(value) => {
        if (value === null || value === String(selected.id)) return;
        selectProject(Number(value));
        onSwitched();
      }}
      allowDeselect={false}
      searchable={projects.length > 8}
      nothingFoundMessage="No projects found"
      leftSection={<IconFolder size={16} aria-hidden />}
      size="sm"
      maw={280}
      styles={{ input: { fontWeight: 600, textOverflow: "ellipsis" } }}
    />
  );
}
