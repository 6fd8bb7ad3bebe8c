import { Alert, Button, Checkbox, Group, Select, Stack, TextInput } from "@mantine/core";
import { type ApiKeyScope, noScope, triageNeedsRead } from "@plumb/contract/projects/api-keys.ts";
import { blankErrors } from "@plumb/contract/field-errors.ts";
import { useEffect, useRef } from "react";
import { useCreateApiKey } from "./api-keys.queries.ts";
import { lifetimes } from "./key-expiry.ts";
import { keyScopes, scopeLabels } from "./key-scopes.ts";
import { CommandLine } from "#ui/code/command-line.tsx";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";

/** A key that was just created. */
export interface NewKey {
  readonly key: string;
  readonly scopes: readonly ApiKeyScope[];
}

interface CreateKeyFormProps {
  readonly projectId: number;
  readonly onCreated: (made: NewKey) => void;
}

/** Form that creates a key and shows it once. */
export function CreateKeyForm({ projectId, onCreated }: CreateKeyFormProps) {
  const create = useCreateApiKey(projectId);
  const form = useServerForm<{ name: string; scopes: ApiKeyScope[]; lifetime: string }>({
    initialValues: { name: "", scopes: ["ingest"], lifetime: "never" },
    validate: (values) => ({
      ...blankErrors({ name: values.name }, ["name"]),
      ...(values.scopes.length === 0 && { scopes: noScope }),
      ...(values.scopes.includes("triage") && !values.scopes.includes("read") && { scopes: triageNeedsRead }),
    }),
    error: create.error,
  });
  const element = form.element(({ name, scopes, lifetime }) => {
    const expiresInDays = lifetimes.find(({ value }) => value === lifetime)?.days ?? null;
    const onSuccess = ({ key }: { readonly key: string }) => {
      form.resetField("name");
      onCreated({ key, scopes });
    };
    create.mutate({ name, scopes, expiresInDays }, { onSuccess });
  });
  return (
    <>
      <form {...element} aria-label="Create API key">
        <Stack gap="sm">
          <FormRefusal refusal={form.refusal} fallback="Failed to create the key" />
          <Group gap="sm" align="flex-start">
            <TextInput
              label="Name"
              placeholder="GitHub Actions"
              required
              withAsterisk={false}
              maxLength={100}
              {...form.getInputProps("name")}
              style={{ flex: "1 1 200px" }}
            />
            <Select
              label="Expires"
              data={lifetimes.map(({ value, label }) => ({ value, label }))}
              {...form.getInputProps("lifetime")}
              allowDeselect={false}
              w={180}
            />
          </Group>
          <Checkbox.Group
            label="Permissions"
            {...form.getInputProps("scopes")}
            onChange={(chosen) =>
              form.setFieldValue(
                "scopes",
                keyScopes.filter((scope) => chosen.includes(scope)),
              )
            }
          >
            <Group gap="lg" mt={4}>
              {keyScopes.map((scope) => (
                <Checkbox
                  key={scope}
                  value={scope}
                  label={scopeLabels[scope].word}
                  description={scopeLabels[scope].what}
                />
              ))}
            </Group>
          </Checkbox.Group>
          <Button type="submit" loading={create.isPending} style={{ alignSelf: "start" }}>
            Create key
          </Button>
        </Stack>
      </form>
      {create.data !== undefined && <MadeKey key={create.data.id} secret={create.data.key} />}
    </>
  );
}

/** Takes the focus, because the button that created the key has disappeared. */
function MadeKey({ secret }: { readonly secret: string }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      color="brand"
      variant="light"
      mt="sm"
      title="Copy this key now. You will not see it again."
    >
      <CommandLine command={secret} what="API key" />
    </Alert>
  );
}
