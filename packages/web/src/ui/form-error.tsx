import { Alert } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { errorText, incidentOf, refusalText } from "#lib/api/error-text.ts";

interface FormErrorProps {
  readonly error: unknown;
  /** Message for errors without one from the server. */
  readonly fallback: string;
  /** What to say instead of the server's words as a whole; empty to say those. */
  readonly sentences?: readonly string[];
  /** Next step for the user. */
  readonly children?: ReactNode;
}

/** Why a form was not accepted, above its fields: the server's words, else what failed and, if it is known, why. */
export function FormError({ error, fallback, sentences = [], children }: FormErrorProps) {
  const said = sentences.length > 0 ? sentences.join(", ") : refusalText(error, fallback);
  const reason = sentences.length > 0 ? said : errorText(error, fallback);
  const incident = incidentOf(error);
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
      {said}
      {reason !== said && <div>{reason}</div>}
      {incident !== null && <div>{`Incident ${incident}`}</div>}
      {children}
    </Alert>
  );
}
