import { notifications } from "@mantine/notifications";
import { IconAlertCircle, IconCheck } from "@tabler/icons-react";
import { createElement } from "react";

const successMs = 2000;
const closeButtonProps = { "aria-label": "Close" };

/** Says for 2 s that something worked. */
export function showSuccess(message: string): void {
  const icon = createElement(IconCheck, { size: 16, "aria-hidden": true });
  notifications.show({ message, color: "green.8", autoClose: successMs, icon, closeButtonProps });
}

/** Says for 4 s that something failed; it must be readable elsewhere as well if it matters. */
export function showError(message: string): void {
  const icon = createElement(IconAlertCircle, { size: 16, "aria-hidden": true });
  notifications.show({ message, color: "red.8", icon, closeButtonProps });
}
