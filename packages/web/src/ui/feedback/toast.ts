import { notifications } from "@mantine/notifications";
import { IconAlertCircle, IconCheck } from "@tabler/icons-react";
import { createElement, Fragment } from "react";
import styles from "./toasts.module.css";

const successMs = 2000;
/** Long enough to notice the change, reconsider it and reach the button. */
const undoMs = 15_000;
const closeButtonProps = { "aria-label": "Close" };

/** Shows a success message for 2 s. */
export function showSuccess(message: string): void {
  const icon = createElement(IconCheck, { size: 16, "aria-hidden": true });
  notifications.show({ message, color: "green.8", autoClose: successMs, icon, closeButtonProps });
}

/** Shows a message for 15 s, with a button that undoes the action. */
export function showUndoable(message: string, onUndo: () => void): void {
  const icon = createElement(IconCheck, { size: 16, "aria-hidden": true });
  const undo = () => {
    notifications.hide(id);
    onUndo();
  };
  const button = createElement("button", { type: "button", className: styles["undo"], onClick: undo }, "Undo");
  const content = createElement(Fragment, undefined, message, button);
  const id = notifications.show({ message: content, color: "green.8", autoClose: undoMs, icon, closeButtonProps });
}

/**
 * Shows a message with details below it for 15 s.
 *
 * @param onCopy Copies the address of what the message is about.
 */
export function showLinked(message: string, details: string, onCopy: (() => void) | undefined): void {
  const icon = createElement(IconCheck, { size: 16, "aria-hidden": true });
  const copy = () => {
    notifications.hide(id);
    onCopy?.();
  };
  const button =
    onCopy !== undefined &&
    createElement("button", { type: "button", className: styles["undo"], onClick: copy }, "Copy link");
  const content = createElement("div", undefined, message, createElement("div", undefined, details, button));
  const id = notifications.show({ message: content, color: "green.8", autoClose: undoMs, icon, closeButtonProps });
}

/** Shows an error message for 4 s. Important errors must be visible elsewhere as well. */
export function showError(message: string): void {
  notifications.show(errorToast(message));
}

/** Shows an error message unless it is already visible, because several parts of a page may fail for the same reason. */
export function showErrorOnce(message: string): void {
  notifications.show({ ...errorToast(message), id: `error ${message}` });
}

function errorToast(message: string) {
  const icon = createElement(IconAlertCircle, { size: 16, "aria-hidden": true });
  return { message, color: "red.8", icon, closeButtonProps };
}

export interface ProgressToast {
  readonly update: (message: string) => void;
  /** Replaces the message with the outcome. */
  readonly succeed: (message: string) => void;
  readonly fail: (message: string) => void;
}

/** Shows a message until the action ends. */
export function showProgress(message: string): ProgressToast {
  const id = notifications.show({ message, loading: true, autoClose: false, closeButtonProps });
  const end = () => notifications.hide(id);
  return {
    update: (next) => notifications.update({ id, message: next, loading: true, autoClose: false, closeButtonProps }),
    succeed: (content) => {
      end();
      showSuccess(content);
    },
    fail: (content) => {
      end();
      showError(content);
    },
  };
}
