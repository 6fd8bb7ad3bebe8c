import { Textarea } from "@mantine/core";
import type { ConnectorSetup } from "@plumb/contract/integrations/connectors.ts";
import type { ServerForm } from "#ui/form/server-form.ts";

interface AllowedTargetsProps {
  readonly targets: ConnectorSetup["places"];
  /** Value, error and change handler; one place per line. */
  readonly input: ReturnType<ServerForm<Record<string, string>>["getInputProps"]>;
}

/** Input for the places that projects may use with the server's account. Renders nothing for accounts without a list. */
export function AllowedTargets({ targets, input }: AllowedTargetsProps) {
  if (targets === null) return null;
  return (
    <Textarea
      label={targets.label}
      description={`${targets.hint} Without an entry, projects cannot use this account.`}
      placeholder={targets.placeholder}
      autosize
      minRows={2}
      maxRows={8}
      spellCheck={false}
      {...input}
    />
  );
}

/** Returns the places as text, one per line. */
export function targetsText({ places }: Pick<ConnectorSetup, "places">): string {
  return places?.allowed.join("\n") ?? "";
}

/** Returns the places of a text, as the request contains them; nothing for an account without a list. */
export function targetsOf({ places }: Pick<ConnectorSetup, "places">, text: string): { readonly places?: string[] } {
  if (places === null) return {};
  const lines = text.split("\n").map((line) => line.trim());
  return { places: lines.filter((line) => line !== "") };
}
