import { Button, Radio, Stack, TextInput } from "@mantine/core";
import type { ProjectStorage, StorageLimit } from "@plumb/contract/projects/storage.ts";
import { formatBytes } from "#lib/format/format.ts";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";

interface StorageLimitFormProps {
  readonly storage: ProjectStorage;
  readonly saving: boolean;
  /** Error of the last save; `null` if it succeeded. */
  readonly error: unknown;
  readonly onSave: (limit: StorageLimit) => void;
}

interface Draft {
  readonly kind: "default" | "own" | "none";
  /** As typed. */
  readonly gigabytes: string;
}

const gigabyte = 1e9;
const maxGigabytes = 1e6;

export function StorageLimitForm({ storage, saving, error, onSave }: StorageLimitFormProps) {
  const { defaultLimitBytes, limit } = storage;
  const form = useServerForm<Draft>({
    initialValues: {
      kind: typeof limit === "number" ? "own" : limit,
      gigabytes: typeof limit === "number" ? String(limit / gigabyte) : "",
    },
    validate: ({ kind, gigabytes }) => {
      const typed = Number(gigabytes);
      const fits = gigabytes.trim() !== "" && typed >= 0.001 && typed <= maxGigabytes;
      return kind === "own" && !fits ? { gigabytes: "Enter a number from 0.001 to 1,000,000" } : {};
    },
    error,
    ownNames: { limit: "gigabytes" },
  });
  const element = form.element(({ kind, gigabytes }) =>
    onSave(kind === "own" ? Math.round(Number(gigabytes) * gigabyte) : kind),
  );
  return (
    <form {...element} aria-label="Storage limit">
      <Stack gap="sm">
        <FormRefusal refusal={form.refusal} fallback="Failed to save the storage limit" />
        <Radio.Group label="Storage limit" {...form.getInputProps("kind")}>
          <Stack gap="xs" mt="xs">
            <Radio
              value="default"
              label={`Server default (${defaultLimitBytes === null ? "no limit" : formatBytes(defaultLimitBytes)})`}
            />
            <Radio value="own" label="Custom limit" />
            <Radio value="none" label="No limit" />
          </Stack>
        </Radio.Group>
        {form.values.kind === "own" && (
          <TextInput
            label="Limit in GB"
            description="Nothing is deleted if the project already exceeds the limit"
            inputMode="decimal"
            w={220}
            {...form.getInputProps("gigabytes")}
          />
        )}
        <Button type="submit" variant="default" loading={saving} style={{ justifySelf: "start", alignSelf: "start" }}>
          Save limit
        </Button>
      </Stack>
    </form>
  );
}
