import type { ReactNode } from "react";
import styles from "./with-room.module.css";

/**
 * Returns the error of a field and reserves its line while there is none. Otherwise, an error that appears when the field loses
 * the focus would move the button that the user is about to click.
 */
export function withRoom(error: ReactNode) {
  return {
    error,
    wrapperProps: { className: error === undefined || error === null ? (styles["room"] ?? "") : "" },
  };
}
