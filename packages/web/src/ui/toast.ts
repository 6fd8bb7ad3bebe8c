import { notifications } from "@mantine/notifications";
import { IconAlertCircle, IconCheck } from "@tabler/icons-react";
import { createElement, Fragment } from "react";
import styles from "#ui/toasts.module.css";

const successMs = 2000;
/** Long enough to see what was done, to doubt it, and to come back to the button. */
const undoMs = 15_000;
const closeButtonProps = { "aria-label": "Close" };

/** Says for 2 s that something worked. */
export function showSuccess(message: string): void {
  const icon = createElement(IconCheck, { size: 16, "aria-hidden": true });
  notifications.show({ message, color: "green.8", autoClose: successMs, icon, closeButtonProps });
}

/** Says for 15 s what was done, with a button that takes it back. */
export function showUndoable(message: string, onUndo: () => void): void {
  const icon = createElement(IconCheck, { size: 16, "aria-hidden": true });
  const undo = () => {
    notifications.hide(id);
    onUndo();
  };
  const button = createElement("button", { type: "button", className: styles["undo"], onClick: undo }, "Undo");
  const said = createElement(Fragment, undefined, message, button);
  const id = notifications.show({ message: said, color: "green.8", autoClose: undoMs, icon, closeButtonProps });
}

/** Says for 4 s that something failed; it must be readable elsewhere as well if it matters. */
export function showError(message: string): void {
  notifications.show(errorToast(message));
}

/** The same, unless these words are shown already: several parts of a page may fail to load for one reason. */
export function showErrorOnce(message: string): void {
  notifications.show({ ...errorToast(message), id: `error ${message}` });
}

function errorToast(message: string) {
  const icon = createElement(IconAlertCircle, { size: 16, "aria-hidden": true });
  return { message, color: "red.8", icon, closeButtonProps };
}

export interface ProgressToast {
  readonly update: (message: string) => void;
  /** Ends it with what became of it. */
  readonly succeed: (message: string) => void;
  readonly fail: (message: string) => void;
}

/** Shows a message until the action has ended. */
export function showProgress(message: string): ProgressToast {
  const id = notifications.show({ message, loading: true, autoClose: false, closeButtonProps });
  const end = () => notifications.hide(id);
  return {
    update: (next) => notifications.update({ id, message: next, loading: true, autoClose: false, closeButtonProps }),
    succeed: (said) => {
      end();
      showSuccess(said);
    },
    fail: (said) => {
      end();
      showError(said);
    },
  };
}
