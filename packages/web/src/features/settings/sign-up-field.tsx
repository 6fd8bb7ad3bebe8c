import { Radio, Stack } from "@mantine/core";
import type { Settings } from "@plumb/contract/administration/settings.ts";

const policies: readonly { value: Settings["signUp"]; label: string; description: string }[] = [
  {
    value: "open",
    label: "Open",
    description:
      "Anyone who can reach this server can create an account; new accounts see no projects until they are added to one.",
  },
  {
    value: "invitation",
    label: "Invitation only",
    description: "New accounts are created only by accepting an invitation.",
  },
  {
    value: "off",
    label: "Off",
    description:
      "Only existing accounts can sign in. New people cannot be invited, and pending invitations cannot create accounts.",
  },
];

interface SignUpFieldProps {
  readonly policy: Settings["signUp"];
  readonly onChange: (policy: Settings["signUp"]) => void;
}

/** Choice of who can create an account, with explanations. */
export function SignUpField({ policy, onChange }: SignUpFieldProps) {
  return (
    <Radio.Group
      label="Who can create an account"
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
