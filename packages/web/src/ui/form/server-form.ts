import { useForm } from "@mantine/form";
import { RefusedError } from "@plumb/client/call-error.ts";
import type { FieldErrors } from "@plumb/contract/field-errors.ts";
import { type FormEvent, useEffect, useState } from "react";

// Mantine's own names for these types are not found by way of its package.
// oxlint-disable-next-line typescript/no-explicit-any -- as Mantine asks for it: an interface has no index signature
type Fields = Record<string, any>;
type FormInput<Values extends Fields> = NonNullable<Parameters<typeof useForm<Values>>[0]>;
type FormReturn<Values extends Fields> = ReturnType<typeof useForm<Values>>;

type ServerFormInput<Values extends Fields> = FormInput<Values> & {
  /** Why the server refused what was sent last; null if it did not. */
  readonly error: unknown;
  /** Fields that the form calls otherwise than the server, by the server's name. */
  readonly ownNames?: Readonly<Record<string, string>>;
};

export type ServerForm<Values extends Fields> = FormReturn<Values> & {
  /**
   * What the form element needs: it sends what is right; what is not is said next to its field, and the first gets the focus. The
   * browser's own judgement is off, since it would speak in other words and at other times.
   */
  readonly element: (send: (values: Values) => void) => FormElementProps;
  /** What has to be said above the fields, since no field of the form is the place for it; null if there is nothing. */
  readonly refusal: Refusal | null;
};

export interface Refusal {
  readonly error: unknown;
  /** What is wrong with fields that the form does not have; empty if the error is about something else. */
  readonly sentences: readonly string[];
}

/**
 * Mantine's form, one way for all forms: what is wrong is said next to its field, whether the form found it or the server did, the
 * first wrong field gets the focus, and what belongs to no field is left in `refusal`, for `FormRefusal`.
 */
export function useServerForm<Values extends Fields>(input: ServerFormInput<Values>): ServerForm<Values> {
  const { error, ownNames = {}, ...own } = input;
  const form = useForm<Values>({ enhanceGetInputProps: ({ field }) => ({ name: field }), ...own });
  const [element, attach] = useState<HTMLFormElement | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { setErrors } = form;

  useEffect(() => {
    // Cleared by another try or by the owner of the form.
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

/** The first input of these fields, in the order of the page; null if the form has none of them. */
function inputOf(form: HTMLFormElement | null, paths: readonly string[]): HTMLElement | null {
  const fields = [...(form?.querySelectorAll<HTMLElement>("[data-path]") ?? [])];
  const first = fields.find(({ dataset }) => paths.includes(dataset["path"] ?? ""));
  if (first === undefined) return null;
  return first.matches("input, textarea, select") ? first : first.querySelector<HTMLElement>("input, textarea, select");
}
