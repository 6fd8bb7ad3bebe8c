import { Checkbox, NativeSelect, PasswordInput, TextInput } from "@mantine/core";
import type { ConnectorField } from "@plumb/contract/integrations/connectors.ts";
import type { ServerForm } from "#ui/form/server-form.ts";

interface ConnectorFieldInputProps {
  readonly field: ConnectorField;
  /** Value, error and change handler. */
  readonly input: ReturnType<ServerForm<Record<string, string>>["getInputProps"]>;
  /** Whether the server has a value for this secret. */
  readonly stored: boolean;
  /** Whether the destination of the secrets has changed. */
  readonly moved: boolean;
  /** Whether the stored value of an optional secret is removed, and the function that changes this; absent if it cannot be removed. */
  readonly cleared?: boolean;
  readonly onClear?: (cleared: boolean) => void;
}

/** Input for a setting of a connector. */
export function ConnectorFieldInput(props: ConnectorFieldInputProps) {
  const { field, input, stored, moved, cleared = false, onClear } = props;
  const { label, kind, required, hint, placeholder, choices } = field;
  const common = {
    label: required ? label : `${label} (optional)`,
    description: hint === "" ? undefined : hint,
    withAsterisk: false,
    ...input,
  };
  if (kind === "choice") return <NativeSelect {...common} data={[...choices]} />;
  if (kind === "secret")
    return (
      <div>
        <PasswordInput
          {...common}
          // Prevents password managers from filling in the user's password.
          autoComplete="off"
          data-1p-ignore
          data-lpignore="true"
          spellCheck={false}
          maxLength={4000}
          disabled={cleared}
          required={!cleared && (stored ? moved : required)}
          placeholder={stored && !cleared ? (moved ? "Enter it again" : "Stored; leave empty to keep it") : placeholder}
          visibilityToggleButtonProps={{ "aria-label": `Show or hide: ${label}`, tabIndex: 0 }}
        />
        {stored && !required && onClear !== undefined && (
          <Checkbox
            mt={6}
            label={`Remove the stored ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
            checked={cleared}
            onChange={(event) => onClear(event.currentTarget.checked)}
          />
        )}
      </div>
    );
  return (
    <TextInput
      {...common}
      type={kind === "email" || kind === "url" ? kind : "text"}
      {...(kind === "number" && { inputMode: "numeric" })}
      autoComplete="off"
      spellCheck={false}
      maxLength={4000}
      required={required}
      placeholder={placeholder}
    />
  );
}
