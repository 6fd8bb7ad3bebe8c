import { Button, Group } from "@mantine/core";
import type { ConnectorSetup } from "@plumb/contract/integrations/connectors.ts";
import { useEffect, useRef, useState } from "react";
import { counted } from "@plumb/contract/text/counted.ts";
import { ConnectorStatus } from "./connector-status.tsx";
import type { SetupAction } from "./connectors.queries.ts";
import styles from "./connector-setup.module.css";

interface SetupStateProps {
  readonly setup: ConnectorSetup;
  readonly pending: SetupAction["kind"] | null;
  readonly onAction: (buttonProps: SetupAction) => unknown;
}

/** State of a connector, with actions to disable or remove it. */
export function SetupState({ setup, pending, onAction }: SetupStateProps) {
  const { connector, configured, disabled, lastTest } = setup;
  const [removing, setRemoving] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const remove = useRef<HTMLButtonElement>(null);
  const confirming = useRef(false);
  // The buttons replace each other, so the focus moves to the new one.
  useEffect(() => {
    if (removing) keep.current?.focus();
    else if (confirming.current) remove.current?.focus();
    confirming.current = removing;
  }, [removing]);
  const unused = !connector.used && (
    <p className={styles["lead"]}>
      Coming soon: you can save and test these settings, but Plumb does not use them yet.
    </p>
  );
  if (!configured)
    return (
      <>
        <p className={styles["lead"]}>{connector.description}</p>
        {unused}
      </>
    );
  const buttonProps = { size: "xs", variant: "default", disabled: pending !== null } as const;
  return (
    <section className={styles["state"]} aria-label="State">
      <div className={styles["line"]}>
        <ConnectorStatus connector={connector} />
        {disabled && <span>Turned off. Its settings are kept.</span>}
        {!disabled && lastTest?.passed === false && <span>The last test failed.</span>}
      </div>
      {unused}
      {removing ? (
        <fieldset aria-label="Remove settings">
          <p>{`This deletes the settings and secrets of ${connector.name}. Plumb will stop using it.${usesText(setup)}`}</p>
          <Group gap="xs">
            <Button {...buttonProps} ref={keep} onClick={() => setRemoving(false)}>
              Keep settings
            </Button>
            <Button
              {...buttonProps}
              variant="filled"
              color="red"
              loading={pending === "remove"}
              onClick={() => onAction({ kind: "remove" })}
            >
              Remove settings
            </Button>
          </Group>
        </fieldset>
      ) : (
        <Group gap="xs">
          <Button
            {...buttonProps}
            loading={pending === "switch"}
            onClick={() => onAction({ kind: "switch", disabled: !disabled })}
          >
            {disabled ? "Turn on" : "Turn off"}
          </Button>
          <Button {...buttonProps} ref={remove} onClick={() => setRemoving(true)}>
            Remove…
          </Button>
        </Group>
      )}
    </section>
  );
}

/** Returns what happens to the connections that use the connector; empty if there are none. */
function usesText({ connector, uses }: ConnectorSetup): string {
  const { connections, projects, returnable } = uses;
  if (connections === 0) return "";
  const isOne = connections === 1;
  const stop = ` ${counted(connections, "connection")} in ${counted(projects, "project")} ${isOne ? "stops" : "stop"}`;
  return returnable
    ? `${stop}, and ${isOne ? "returns" : "return"} when the same account is configured again.`
    : `${stop}. Edit ${isOne ? "it" : "them"} after you configure ${connector.name} again.`;
}
