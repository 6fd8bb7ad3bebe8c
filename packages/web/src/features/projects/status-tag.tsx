import type { Project } from "@plumb/contract/projects/projects.ts";
import { IconCircleCheck, IconCircleOff } from "@tabler/icons-react";
import styles from "./status-tag.module.css";

export function StatusTag({ status }: Pick<Project, "status">) {
  const Icon = status === "active" ? IconCircleCheck : IconCircleOff;
  return (
    <span className={styles["tag"]}>
      <Icon size={13} aria-hidden />
      {status === "active" ? "Active" : "Inactive"}
    </span>
  );
}
