/**
 * Formats a phone number: ten digits as `(555) 010-9999`, and eleven that start with 1 as `+1 (555) 010-9999`. Other numbers stay
 * unchanged.
 */
export function formatPhone(phone: string): string {
  const digits = phone.replaceAll(/\D/g, "");
  const [, country = "", area, prefix, line] = /^(1?)(\d{3})(\d{3})(\d{4})$/.exec(digits) ?? [];
  if (area === undefined) return phone;
  return `${country === "" ? "" : "+1 "}(${area}) ${prefix}-${line}`;
}
