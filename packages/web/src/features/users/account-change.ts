import type { Account, AccountChange } from "@plumb/contract/people/users.ts";

/** Action of an administrator on an account. */
export type UserAction = "promote" | "demote" | "deactivate" | "reactivate";

interface Wording {
  /** Label in the menu of a row and on the confirmation button. */
  readonly label: string;
  readonly question: (name: string) => string;
  /** Explanation of the effect. */
  readonly meaning: string;
  /** Text for the user's own account. */
  readonly ownMeaning: string;
  readonly done: (name: string) => string;
  readonly change: AccountChange;
}

export const userActions: Readonly<Record<UserAction, Wording>> = {
  promote: {
    label: "Make administrator",
    question: (name) => `Make ${name} an administrator?`,
    meaning: "Administrators see every project and can change everything, including these settings.",
    ownMeaning: "You are already an administrator.",
    done: (name) => `${name} is now an administrator`,
    change: { role: "ADMIN" },
  },
  demote: {
    label: "Remove administrator role",
    question: (name) => `Remove the administrator role from ${name}?`,
    meaning: "They stay a member of their projects, with the same roles.",
    ownMeaning: "This is your own account: you keep your projects, but only another administrator can undo this.",
    done: (name) => `${name} is no longer an administrator`,
    change: { role: "USER" },
  },
  deactivate: {
    label: "Deactivate",
    question: (name) => `Deactivate ${name}?`,
    meaning:
      "All their sessions end immediately, and they cannot sign in. Their work and memberships are kept. You can reactivate them at any time.",
    ownMeaning:
      "This is your own account: you are signed out immediately, and only another administrator can undo this.",
    done: (name) => `${name} was deactivated`,
    change: { status: "deactivated" },
  },
  reactivate: {
    label: "Reactivate",
    question: (name) => `Reactivate ${name}?`,
    meaning: "They can sign in again, with the same role and projects.",
    ownMeaning: "They can sign in again, with the same role and projects.",
    done: (name) => `${name} can sign in again`,
    change: { status: "active" },
  },
};

/** Returns the actions for the state of an account. */
export function actionsFor({ role, status }: Pick<Account, "role" | "status">): readonly UserAction[] {
  return [role === "ADMIN" ? "demote" : "promote", status === "active" ? "deactivate" : "reactivate"];
}
