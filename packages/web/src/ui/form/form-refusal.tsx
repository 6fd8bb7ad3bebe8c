import type { ReactNode } from "react";
import type { Refusal } from "./server-form.ts";
import { FormError } from "#ui/form-error.tsx";

interface FormRefusalProps {
  readonly refusal: Refusal | null;
  /** What failed, where the server gave no sentence of its own. */
  readonly fallback: string;
  /** What to do next. */
  readonly children?: ReactNode;
}

/** Above the fields of a form: why it was refused, as far as no field says it. */
export function FormRefusal({ refusal, fallback, children }: FormRefusalProps) {
  if (refusal === null) return null;
  return (
    <FormError error={refusal.error} fallback={fallback} sentences={refusal.sentences}>
      {children}
    </FormError>
  );
}
