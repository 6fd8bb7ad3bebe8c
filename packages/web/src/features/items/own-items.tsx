import { IconChecklist } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { counted, formatCount } from "#lib/format/format.ts";
import { ownItemsQuery } from "./items.queries.ts";
import itemStyles from "./items.module.css";
import styles from "./own-items.module.css";

/** Number of unfinished items assigned to the user, shown in the navigation. Empty if there are none. */
export function OwnItemsCount({ projectId }: { readonly projectId: number }) {
  const { data } = useQuery(ownItemsQuery(projectId));
  if (data === undefined || data.mine === 0) return null;
  return (
    <span className={styles["own"]} title={`${counted(data.mine, "open item")} assigned to you`}>
      {data.mine > 99 ? "99+" : formatCount(data.mine)}
    </span>
  );
}

/** Number of unfinished items assigned to the user, as a sentence. */
export function OwnItemsLine({ projectId }: { readonly projectId: number }) {
  const { data } = useQuery(ownItemsQuery(projectId));
  if (data === undefined || data.mine === 0) return null;
  return (
    <p className={`${itemStyles["line"]} ${styles["header"]}`}>
      <IconChecklist size={16} aria-hidden />
      <Link to="/analysis" search={{ assignee: "me", status: "todo" }}>
        {counted(data.mine, "open analysis item")}
        <span className={styles["wide"]}> assigned to you</span>
      </Link>
      {data.mineOverdue > 0 && (
        <Link to="/analysis" search={{ assignee: "me", overdue: true }} className={itemStyles["mark"]} data-overdue>
          {`${formatCount(data.mineOverdue)} overdue`}
        </Link>
      )}
    </p>
  );
}
