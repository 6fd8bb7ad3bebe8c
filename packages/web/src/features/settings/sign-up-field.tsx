import { Radio, Stack } from "@mantine/core";
import type { Settings } from "@plumb/contract/administration/settings.ts";

const policies: readonly { value: Settings["signUp"]; label: string; description: string }[] = [
  {
    value: "open",
    label: "Open",
    description: "Whoever reaches this server can create an account. It sees no project until somebody adds it to one.",
  },
  {
    value: "invitation",
    label: "Invitation only",
    description: "Accounts come into being by accepting an invitation. 'Create account' says so and refuses.",
  },
  {
    value: "off",
    label: "Off",
    description: "The form 'Create account' is switched off and tells people to ask an administrator.",
  },
];

interface SignUpFieldProps {
  readonly policy: Settings["signUp"];
  readonly onChange: (policy: Settings["signUp"]) => void;
}

/** Who may create an account, with what each choice means. */
export function SignUpField({ policy, onChange }: SignUpFieldProps) {
  return (
    <Radio.Group
      label="Who may create an account"
      value={policy}
      onChange={(value) => {
        const chosen = policies.find((each) => each.value === value);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      <Stack gap="sm" mt="xs">
        {policies.map((each) => (
          <Radio key={each.value} {...each} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
