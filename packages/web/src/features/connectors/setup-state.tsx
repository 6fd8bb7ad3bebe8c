import { Button, Group } from "@mantine/core";
import type { ConnectorSetup } from "@plumb/contract/connectors.ts";
import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { ConnectorStatus } from "./connector-status.tsx";
import type { SetupAct } from "./connectors.queries.ts";
import styles from "./connector-setup.module.css";
import { TimeAgo } from "#ui/time-ago.tsx";

interface SetupStateProps {
  readonly setup: ConnectorSetup;
  readonly pending: SetupAct["kind"] | null;
  /** The form holds something else than what is stored. */
  readonly changed: boolean;
  readonly onAct: (act: SetupAct) => unknown;
}

/** Status and last test of a connector that is set up, and what can be done with it as it is. */
export function SetupState({ setup, pending, changed, onAct }: SetupStateProps) {
  const { connector, configured, disabled, lastTest } = setup;
  const [removing, setRemoving] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const remove = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  // Each button takes the other's place, and the focus with it.
  useEffect(() => {
    if (removing) keep.current?.focus();
    else if (asked.current) remove.current?.focus();
    asked.current = removing;
  }, [removing]);
  if (!configured) return <p className={styles["lead"]}>{connector.description}</p>;
  const act = { size: "xs", variant: "default", disabled: pending !== null } as const;
  return (
    <section className={styles["state"]} aria-label="State">
      <div className={styles["line"]}>
        <ConnectorStatus status={connector.status} />
        {disabled && <span>Switched off; its settings are kept.</span>}
      </div>
      <output className={styles["test"]}>
        {pending === "save" || pending === "test" ? "Testing…" : <LastTest lastTest={lastTest} />}
      </output>
      {removing ? (
        <fieldset aria-label="Remove the settings">
          <p>{`The settings and secrets of ${connector.name} are deleted; nothing is sent through it any more.`}</p>
          <Group gap="xs">
            <Button {...act} ref={keep} onClick={() => setRemoving(false)}>
              Keep them
            </Button>
            <Button
              {...act}
              variant="filled"
              color="red"
              loading={pending === "remove"}
              onClick={() => onAct({ kind: "remove" })}
            >
              Remove the settings
            </Button>
          </Group>
        </fieldset>
      ) : (
        <Group gap="xs">
          {/* It tests what is stored: beside other settings in the form that would mislead. */}
          <Button
            {...act}
            loading={pending === "test"}
            disabled={changed || act.disabled}
            onClick={() => onAct({ kind: "test" })}
          >
            Test again
          </Button>
          <Button
            {...act}
            loading={pending === "switch"}
            onClick={() => onAct({ kind: "switch", disabled: !disabled })}
          >
            {disabled ? "Switch on" : "Switch off"}
          </Button>
          <Button {...act} ref={remove} onClick={() => setRemoving(true)}>
            Remove…
          </Button>
        </Group>
      )}
    </section>
  );
}

function LastTest({ lastTest }: Pick<ConnectorSetup, "lastTest">) {
  if (lastTest === null) return "These settings were not tested yet.";
  const { passed, message, at } = lastTest;
  return (
    <>
      <span className={passed ? styles["passed"] : styles["failed"]}>
        {passed ? <IconCircleCheck size={16} aria-hidden /> : <IconAlertCircle size={16} aria-hidden />}
        {passed ? "Test passed" : "Test failed"}
      </span>{" "}
      <TimeAgo moment={at} className={styles["when"]} />
      <span className={styles["message"]}>{message}</span>
    </>
  );
}
