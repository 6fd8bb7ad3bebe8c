import type { ReactNode } from "react";
import type { Refusal } from "./server-form.ts";
import { FormError } from "./form-error.tsx";

interface FormRefusalProps {
  readonly refusal: Refusal | null;
  /** Message for errors without a message from the server. */
  readonly fallback: string;
  /** Next step for the user. */
  readonly children?: ReactNode;
}

/** Error above the fields of a form, for messages that belong to no field. */
export function FormRefusal({ refusal, fallback, children }: FormRefusalProps) {
  if (refusal === null) return null;
  return (
    <FormError error={refusal.error} fallback={fallback} sentences={refusal.sentences}>
      {children}
    </FormError>
  );
}
