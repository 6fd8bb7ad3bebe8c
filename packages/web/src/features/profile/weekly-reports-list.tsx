import { Button } from "@mantine/core";
import styles from "./weekly-reports-list.module.css";

interface WeeklyReportsListProps {
  readonly projects: readonly { readonly id: number; readonly name: string }[];
  /** Id of the project that is being unsubscribed. */
  readonly pending: number | null;
  readonly onUnsubscribe: (projectId: number) => void;
}

/** Projects whose weekly report the user gets by email. */
export function WeeklyReportsList({ projects, pending, onUnsubscribe }: WeeklyReportsListProps) {
  return (
    <div className={styles["weekly"]}>
      <h3>Weekly reports</h3>
      {projects.length === 0 ? (
        <p>To get the quality of a project by email every Monday, open Trends, Week, and press “Email me weekly”.</p>
      ) : (
        <ul aria-label="Weekly reports">
          {projects.map(({ id, name }) => (
            <li key={id}>
              <span>{name}</span>
              <Button
                size="compact-sm"
                variant="default"
                loading={pending === id}
                onClick={() => onUnsubscribe(id)}
                aria-label={`Unsubscribe from ${name}`}
              >
                Unsubscribe
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
