import { Button } from "@mantine/core";
import styles from "./login-form.module.css";
import type { Credentials } from "./session.queries.ts";

/** Credentials of the demo, with a button that fills them in. */
export function DemoBox({
  demo,
  onFill,
}: {
  readonly demo: Credentials;
  readonly onFill: (value: Credentials) => void;
}) {
  return (
    <section className={styles["demo"]} aria-label="Demo credentials">
      <div>
        <p>
          <strong>Demo credentials</strong>
        </p>
        <p>
          <code>{demo.email}</code>
          <br />
          <code>{demo.password}</code>
        </p>
      </div>
      <Button
        size="xs"
        variant="default"
        flex="none"
        onClick={() => onFill({ email: demo.email, password: demo.password })}
      >
        Auto-fill
      </Button>
    </section>
  );
}
