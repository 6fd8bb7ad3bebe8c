import { Alert, Button, Checkbox, Group, Select, Stack, TextInput } from "@mantine/core";
import type { ApiKeyScope } from "@plumb/contract/projects/api-keys.ts";
import { type FormEvent, useState } from "react";
import { useCreateApiKey } from "./api-keys.queries.ts";
import { lifetimes } from "./key-expiry.ts";
import { keyScopes, scopeWords } from "./key-scopes.ts";
import { CommandLine } from "#ui/command-line.tsx";
import { FormError } from "#ui/form-error.tsx";

/** Creates a key and shows it, this once. */
export function CreateKeyForm({ projectId }: { readonly projectId: number }) {
  const create = useCreateApiKey(projectId);
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly ApiKeyScope[]>(["ingest"]);
  const [lifetime, setLifetime] = useState<(typeof lifetimes)[number]["value"]>("never");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const expiresInDays = lifetimes.find(({ value }) => value === lifetime)?.days ?? null;
    create.mutate({ name, scopes: [...scopes], expiresInDays }, { onSuccess: () => setName("") });
  };
  return (
    <>
      <form onSubmit={submit} aria-label="Create API key">
        <Stack gap="sm">
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
            <Select
              label="Works for"
              data={lifetimes.map(({ value, label }) => ({ value, label }))}
              value={lifetime}
              onChange={(value) => value !== null && setLifetime(value)}
              allowDeselect={false}
              w={180}
            />
          </Group>
          <Checkbox.Group
            label="It may"
            value={[...scopes]}
            onChange={(chosen) => setScopes(keyScopes.filter((scope) => chosen.includes(scope)))}
            {...(scopes.length === 0 && { error: "Choose what the key may do" })}
          >
            <Group gap="lg" mt={4}>
              {keyScopes.map((scope) => (
                <Checkbox
                  key={scope}
                  value={scope}
                  label={scopeWords[scope].word}
                  description={scopeWords[scope].what}
                />
              ))}
            </Group>
          </Checkbox.Group>
          <Button
            type="submit"
            loading={create.isPending}
            disabled={scopes.length === 0}
            style={{ alignSelf: "start" }}
          >
            Create key
          </Button>
        </Stack>
      </form>
      {create.isError && (
        <div style={{ marginTop: 12 }}>
          <FormError error={create.error} fallback="Failed to create the key" />
        </div>
      )}
      {create.data !== undefined && (
        <Alert color="brand" variant="light" mt="sm" title="Copy this key now: it is not shown again">
          <CommandLine command={create.data.key} what="API key" />
        </Alert>
      )}
    </>
  );
}
