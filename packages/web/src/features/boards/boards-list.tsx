import type { Board } from "@plumb/contract/projects/boards.ts";
import { IconLayoutDashboard, IconUsers } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import panel from "#ui/layout/panel.module.css";
import styles from "./boards-list.module.css";

/** The user's boards, and those that others share. */
export function BoardsList({ boards }: { readonly boards: readonly Board[] }) {
  if (boards.length === 0)
    return (
      <EmptyState title="No boards yet">
        <p style={{ margin: 0 }}>
          A board shows values of several projects side by side, such as their state and pass rate. Create one, then pin
          values with “Pin to board” on the projects and the dashboard.
        </p>
      </EmptyState>
    );
  return (
    <>
      <Boards title="My boards" boards={boards.filter(({ own }) => own)} />
      <Boards title="Shared by others" boards={boards.filter(({ own }) => !own)} />
    </>
  );
}

function Boards({ title, boards }: { readonly title: string; readonly boards: readonly Board[] }) {
  if (boards.length === 0) return null;
  return (
    <section className={styles["section"]} aria-label={title}>
      <h2>{title}</h2>
      <ul className={panel["panel"]}>
        {boards.map(({ id, name, shared, own, owner }) => (
          <li key={id}>
            <IconLayoutDashboard size={16} aria-hidden />
            <Link to="/boards/$boardId" params={{ boardId: String(id) }}>
              <bdi>{name}</bdi>
            </Link>
            <span className={styles["owner"]}>
              {own ? (
                shared && (
                  <>
                    <IconUsers size={14} aria-hidden /> Shared
                  </>
                )
              ) : (
                <>
                  by <bdi>{owner}</bdi>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
