import { useForm } from "@mantine/form";
import { RefusedError } from "@plumb/client/call-error.ts";
import type { FieldErrors } from "@plumb/contract/field-errors.ts";
import { type FormEvent, useEffect, useState } from "react";

// Mantine does not export its own names of these types.
// oxlint-disable-next-line typescript/no-explicit-any -- as Mantine asks for it: an interface has no index signature
type Fields = Record<string, any>;
type FormInput<Values extends Fields> = NonNullable<Parameters<typeof useForm<Values>>[0]>;
type FormReturn<Values extends Fields> = ReturnType<typeof useForm<Values>>;

type ServerFormInput<Values extends Fields> = FormInput<Values> & {
  /** Error of the last submit; `null` if there was none. */
  readonly error: unknown;
  /** Names of fields whose names in the form and on the server differ, keyed by the server's name. */
  readonly ownNames?: Readonly<Record<string, string>>;
};

export type ServerForm<Values extends Fields> = FormReturn<Values> & {
  /**
   * Returns the props of the form element. It submits valid values, shows errors next to their fields, and focuses the first
   * invalid field. Browser validation is off, because its messages and timing differ.
   */
  readonly element: (send: (values: Values) => void) => FormElementProps;
  /** Error above the fields, for messages that belong to no field of the form; `null` if there is none. */
  readonly refusal: Refusal | null;
};

export interface Refusal {
  readonly error: unknown;
  /** Messages about fields that the form does not have. Empty if the error is not about fields. */
  readonly sentences: readonly string[];
}

/**
 * Mantine form with uniform error handling. Shows errors from the form and the server next to their fields, and focuses the
 * first invalid field. Errors that belong to no field are in `refusal`, for `FormRefusal`.
 */
export function useServerForm<Values extends Fields>(input: ServerFormInput<Values>): ServerForm<Values> {
  const { error, ownNames = {}, ...own } = input;
  const form = useForm<Values>({ enhanceGetInputProps: ({ field }) => ({ name: field }), ...own });
  const [element, attach] = useState<HTMLFormElement | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { setErrors } = form;

  useEffect(() => {
    // Cleared by the next submit or by the owner of the form.
    // oxlint-disable-next-line react/set-state-in-effect -- which fields there are only the form's elements know
    if (error === null || error === undefined || element === null) return setRefusal(null);
    const named = Object.entries(refusedFields(error)).map(([name, text]) => [ownNames[name] ?? name, text] as const);
    const placed = named.filter(([path]) => inputOf(element, [path]) !== null);
    const left = named.filter((entry) => !placed.includes(entry)).map(([, text]) => text);
    setErrors(Object.fromEntries(placed));
    inputOf(
      element,
      placed.map(([path]) => path),
    )?.focus();
    return setRefusal(placed.length > 0 && left.length === 0 ? null : { error, sentences: left });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each refusal is placed once; the names never change
  }, [error, element, setErrors]);

  return {
    ...form,
    refusal,
    element: (send) => ({
      ref: attach,
      noValidate: true,
      onSubmit: form.onSubmit(
        (values) => send(values),
        (errors) => inputOf(element, Object.keys(errors))?.focus(),
      ),
    }),
  };
}

interface FormElementProps {
  readonly ref: (element: HTMLFormElement | null) => void;
  readonly noValidate: true;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

function refusedFields(error: unknown): FieldErrors {
  return error instanceof RefusedError ? error.fields : {};
}

/** Returns the first input of these fields in page order; `null` if the form has none of them. */
function inputOf(form: HTMLFormElement | null, paths: readonly string[]): HTMLElement | null {
  const fields = [...(form?.querySelectorAll<HTMLElement>("[data-path]") ?? [])];
  const first = fields.find(({ dataset }) => paths.includes(dataset["path"] ?? ""));
  if (first === undefined) return null;
  return first.matches("input, textarea, select") ? first : first.querySelector<HTMLElement>("input, textarea, select");
}
