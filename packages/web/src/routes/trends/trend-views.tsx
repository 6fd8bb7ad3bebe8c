import { ViewLinks } from "#routes/view-links.tsx";

const views = [
  { to: "/trends", label: "Trends" },
  { to: "/trends/week", label: "Week" },
] as const;

/** Links between the pages that show a project over time. */
export const TrendViews = () => <ViewLinks label="Over time" views={views} />;
