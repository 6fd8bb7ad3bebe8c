import type { SharedView } from "@plumb/contract/projects/share-links.ts";
import { cut, formatTimestamp } from "#lib/format/format.ts";
import type { Brand } from "#lib/session/public-config.ts";
import { BrandMark } from "#ui/theme/brand-mark.tsx";
import styles from "./shared-header.module.css";

interface SharedHeaderProps {
  readonly brand: Pick<Brand, "logo" | "name">;
  /** `undefined` while it loads, and for a link that has ended. */
  readonly view: SharedView | undefined;
}

/** Header of the page of a share link. */
export function SharedHeader({ brand, view }: SharedHeaderProps) {
  return (
    <header className={styles["header"]}>
      <span className={styles["brand"]}>
        <BrandMark size={22} logo={brand.logo} />
        <b>{brand.name}</b>
      </span>
      <p>{view === undefined ? " " : textOf(view)}</p>
      {/* Loads the app with its session. */}
      <a href={view === undefined ? "/" : addressInApp(view)}>Sign in</a>
    </header>
  );
}

const longestName = 80;

function textOf({ projectName, sharedBy, expiresAt }: SharedView): string {
  const who = sharedBy === null ? "Shared" : `Shared by ${cut(sharedBy, longestName)}`;
  return `${who} from ${cut(projectName, longestName)}, until ${formatTimestamp(expiresAt)}`;
}

/** Address of the same content in the app, for readers with an account. */
function addressInApp({ target }: SharedView): string {
  if (target.kind === "week") return `/trends/week?week=${target.week}`;
  if (target.kind === "comparison") return `/reports/compare?base=${target.baseId}&head=${target.headId}`;
  return target.kind === "failure"
    ? `/reports/${target.reportId}?result=${target.resultId}`
    : `/reports/${target.reportId}`;
}
