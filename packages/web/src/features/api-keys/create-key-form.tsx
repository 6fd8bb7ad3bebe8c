import { Alert, Button, Group, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useCreateApiKey } from "./api-keys.queries.ts";
import { errorText } from "#lib/error-text.ts";
import { CommandLine } from "#ui/command-line.tsx";

/** Creates a key and shows it, this once. */
export function CreateKeyForm({ projectId }: { readonly projectId: number }) {
  const create = useCreateApiKey(projectId);
  const [name, setName] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(name, { onSuccess: () => setName("") });
  };
  return (
    <>
      <form onSubmit={submit} aria-label="Create API key">
        <Group gap="sm" align="flex-end">
          <TextInput
            label="Name of the new key"
            placeholder="GitHub Actions"
            required
            withAsterisk={false}
            maxLength={100}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            style={{ flex: "1 1 200px" }}
          />
          <Button type="submit" loading={create.isPending}>
            Create key
          </Button>
        </Group>
      </form>
      {create.isError && (
        <Alert color="red" variant="light" role="alert" mt="sm">
          {errorText(create.error, "Failed to create the key")}
        </Alert>
      )}
      {create.data !== undefined && (
        <Alert color="brand" variant="light" mt="sm" title="Copy this key now: it is not shown again">
          <CommandLine command={create.data.key} what="API key" />
        </Alert>
      )}
    </>
  );
}
