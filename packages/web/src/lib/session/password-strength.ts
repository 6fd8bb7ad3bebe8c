const criteria = [/.{8}/s, /\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d\s]/u] as const;

const labels = ["Very Weak", "Very Weak", "Weak", "Fair", "Good", "Strong"] as const;

/** Returns how many of the five criteria a password meets (8 characters, lower case, upper case, digit, special), and a label. */
export function passwordStrength(password: string): { readonly met: number; readonly label: (typeof labels)[number] } {
  const met = criteria.filter((criterion) => criterion.test(password)).length;
  return { met, label: labels[met] ?? "Very Weak" };
}

/** Returns the requirements of a new password. The first is mandatory, the rest are recommendations. */
export function passwordRequirements(password: string): readonly { readonly text: string; readonly met: boolean }[] {
  return [
    { text: "At least 6 characters", met: password.length >= 6 },
    { text: "Upper and lower case letters (recommended)", met: /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password) },
    { text: "A number (recommended)", met: /\d/.test(password) },
  ];
}
