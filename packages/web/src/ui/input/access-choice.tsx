import { Checkbox, Skeleton, Stack, Text } from "@mantine/core";
import styles from "./access-choice.module.css";
import { FormError } from "#ui/form/form-error.tsx";
import type { AccessChoice as Choice } from "#lib/session/created-access.ts";

/** Access that a user created, which stays valid unless it is revoked together with the role. */
export function AccessChoice({ choice }: { readonly choice: Choice }) {
  const { entries, error, chosen, choose } = choice;
  if (error !== null) return <FormError error={error} fallback="Failed to load what this person created" />;
  if (entries === undefined) return <Skeleton height={56} mt="md" />;
  if (entries.length === 0) return null;
  return (
    <Checkbox.Group
      mt="md"
      label="Created by this person"
      description="API keys and webhooks keep working unless you select them here. Invitations stop working when their creator may no longer send them."
      value={[...chosen]}
      onChange={choose}
    >
      <Stack gap={8} className={styles["list"] ?? ""}>
        {entries.map(({ key, label }) => (
          <Checkbox key={key} size="sm" value={key} label={<Text size="sm">{label}</Text>} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
