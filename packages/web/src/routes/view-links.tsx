import { Link, type LinkProps } from "@tanstack/react-router";
import styles from "./view-links.module.css";

interface ViewLinksProps {
  readonly label: string;
  readonly views: readonly (Pick<LinkProps, "search" | "to"> & { readonly label: string })[];
}

/** Links between pages that show the same content in different ways. */
export function ViewLinks({ label, views }: ViewLinksProps) {
  return (
    <nav className={styles["views"]} aria-label={label}>
      {views.map(({ label: text, ...link }) => (
        <Link key={text} {...link} activeOptions={{ exact: true, includeSearch: false }}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
