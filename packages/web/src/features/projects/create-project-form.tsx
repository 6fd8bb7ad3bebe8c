import { Alert, Button, Select, Stack, TextInput } from "@mantine/core";
import type { Project } from "@plumb/contract/projects.ts";
import { type FormEvent, useState } from "react";
import { useCreateProject } from "./projects.queries.ts";
import { selectProject } from "./selected-project.ts";
import { errorText } from "#lib/error-text.ts";

const types = [
  { value: "playwright", label: "Playwright" },
  { value: "selenium", label: "Selenium" },
  { value: "cypress", label: "Cypress" },
  { value: "other", label: "Other" },
] as const satisfies readonly { value: Project["type"]; label: string }[];

/** Creates a project and selects it. */
export function CreateProjectForm({ onDone }: { readonly onDone?: () => void }) {
  const create = useCreateProject();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [type, setType] = useState<Project["type"]>("playwright");

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
          required
          withAsterisk={false}
          maxLength={2000}
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
        <Select
          label="Type"
          data={types}
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
