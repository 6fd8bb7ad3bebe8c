import { Alert, Button, Select, Stack, TextInput } from "@mantine/core";
import { ProjectType } from "@plumb/contract/projects.ts";
import { type FormEvent, useState } from "react";
import { useCreateProject } from "./projects.queries.ts";
import { selectProject } from "./selected-project.ts";
import { errorText } from "#lib/error-text.ts";

const typeNames: Readonly<Record<string, string>> = {
  playwright: "Playwright",
  selenium: "Selenium",
  cypress: "Cypress",
  other: "Other",
};

/** Creates a project and selects it. */
export function CreateProjectForm({ onDone }: { readonly onDone?: () => void }) {
  const create = useCreateProject();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [type, setType] = useState<(typeof ProjectType)["options"][number]>("playwright");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(
      { name, description, type },
      {
        onSuccess: ({ id }) => {
          selectProject(id);
          onDone?.();
        },
      },
    );
  };

  return (
    <form onSubmit={submit} aria-label="Create project">
      <Stack gap="sm">
        {create.isError && (
          <Alert color="red" variant="light" role="alert">
            {errorText(create.error, "Failed to create project")}
          </Alert>
        )}
        <TextInput
          label="Name"
          placeholder="Web shop"
          required
          withAsterisk={false}
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label="Description"
          placeholder="What these tests check"
          maxLength={2000}
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
        <Select
          label="Type"
          data={ProjectType.options.map((value) => ({ value, label: typeNames[value] ?? value }))}
          value={type}
          onChange={(value) => {
            if (value !== null) setType(value);
          }}
          allowDeselect={false}
        />
        <Button type="submit" loading={create.isPending}>
          Create project
        </Button>
      </Stack>
    </form>
  );
}
