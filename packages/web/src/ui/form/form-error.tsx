import { Alert } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { errorText, incidentOf, refusalText } from "#lib/api/error-text.ts";

interface FormErrorProps {
  readonly error: unknown;
  /** Message for errors without a message from the server. */
  readonly fallback: string;
  /** Sentences to show instead of the server's message. If empty, that message is shown. */
  readonly sentences?: readonly string[];
  /** Next step for the user. */
  readonly children?: ReactNode;
}

/** Error above the fields of a form: the message of the server, or `fallback` with the reason if known. */
export function FormError({ error, fallback, sentences = [], children }: FormErrorProps) {
  const message = sentences.length > 0 ? sentences.join(", ") : refusalText(error, fallback);
  const reason = sentences.length > 0 ? message : errorText(error, fallback);
  const incident = incidentOf(error);
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
      {message}
      {reason !== message && <div>{reason}</div>}
      {incident !== null && <div>{`Request ID ${incident}`}</div>}
      {children}
    </Alert>
  );
}
