import { refusedError } from "@plumb/client/call-error.ts";
import type { FieldErrors } from "@plumb/contract/field-errors.ts";
import { Button, PasswordInput, Radio, Select, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { FormRefusal } from "./form-refusal.tsx";
import { useServerForm } from "./server-form.ts";

const values = { name: "", note: "", kind: "a", role: null as string | null, password: "", settings: { days: "30" } };

/** Form with a field of each kind. Shows the values that would be sent. */
export function Form({ fields }: { readonly fields?: FieldErrors }) {
  const [error, setError] = useState<unknown>(null);
  const [sent, setSent] = useState("");
  const form = useServerForm({
    initialValues: values,
    validate: { name: (name) => name === "" && "Name is required", role: (role) => role === null && "Choose a role" },
    error,
    ownNames: { "other.days": "settings.days" },
  });
  const send = (input: typeof values) => {
    if (fields === undefined) return setSent(JSON.stringify(input));
    const body = { success: false, code: "invalid", error: Object.values(fields).join(", "), fields };
    return setError(refusedError(400, JSON.stringify(body), null));
  };
  return (
    <form {...form.element(send)} aria-label="Sample" style={{ maxWidth: 320, padding: 16 }}>
      <FormRefusal refusal={form.refusal} fallback="Failed to send" />
      <TextInput label="Name" placeholder="Ada" {...form.getInputProps("name")} />
      <Radio.Group label="Kind" {...form.getInputProps("kind")}>
        <Radio value="a" label="A" />
        <Radio value="b" label="B" />
      </Radio.Group>
      <Select label="Role" data={["Lead", "User"]} {...form.getInputProps("role")} />
      <Textarea label="Note" {...form.getInputProps("note")} />
      <PasswordInput
        label="Password"
        visibilityToggleButtonProps={{ "aria-label": "Show or hide the password" }}
        {...form.getInputProps("password")}
      />
      <TextInput label="Days" {...form.getInputProps("settings.days")} />
      <Button type="submit">Send</Button>
      <Button onClick={() => setError(null)}>Take back</Button>
      <output>{sent}</output>
    </form>
  );
}
