export interface AcceptanceFields {
  readonly name: string;
  readonly password: string;
  readonly confirmation: string;
}

/** What is wrong with each field, in the words that stand below it. */
export function acceptanceErrors(fields: AcceptanceFields): Partial<Record<keyof AcceptanceFields, string>> {
  return {
    ...(fields.name.trim() === "" && { name: "Full name is required" }),
    ...(fields.password.length < 6 && { password: "Password must be at least 6 characters long" }),
    ...(fields.password !== fields.confirmation && { confirmation: "Passwords do not match" }),
  };
}
