import type { ReactNode } from "react";
import styles from "#ui/with-room.module.css";

/**
 * The error of a field, with its line kept free while there is none. An error that comes when a field is left would
 * otherwise move the button that is being pressed, and the press would miss it.
 */
export function withRoom(error: ReactNode) {
  return {
    error,
    wrapperProps: { className: error === undefined || error === null ? (styles["room"] ?? "") : "" },
  };
}
