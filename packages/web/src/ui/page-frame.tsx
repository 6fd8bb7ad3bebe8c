import type { ReactNode } from "react";
import { OfflineNotice } from "#ui/offline-notice.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import styles from "#ui/page-frame.module.css";

interface PageFrameProps {
  /** Left out by pages that draw their own head. */
  readonly title?: string;
  readonly subtitle?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page's outer space and head. */
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
