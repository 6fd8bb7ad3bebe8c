import type { ReactNode } from "react";
import { OfflineNotice } from "#ui/feedback/offline-notice.tsx";
import { PageHeader } from "./page-header.tsx";
import styles from "./page-frame.module.css";

interface PageFrameProps {
  /** Unset for pages with their own header. */
  readonly title?: string;
  readonly subtitle?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Layout of a page with padding and a header. */
export function PageFrame({ title, subtitle, actions, children }: PageFrameProps) {
  return (
    <div className={styles["page"]}>
      {title !== undefined && (
        <PageHeader title={title} {...(subtitle !== undefined && { subtitle })}>
          {actions}
        </PageHeader>
      )}
      {children}
      <OfflineNotice />
    </div>
  );
}
