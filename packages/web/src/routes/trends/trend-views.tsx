import { Link } from "@tanstack/react-router";
import styles from "./trend-views.module.css";

const views = [
  { to: "/trends", label: "Trends" },
  { to: "/trends/week", label: "Week" },
] as const;

/** Links between the pages that show a project over time. */
export function TrendViews() {
  return (
    <nav className={styles["views"]} aria-label="Over time">
      {views.map(({ to, label }) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
