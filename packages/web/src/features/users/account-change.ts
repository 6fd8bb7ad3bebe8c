import type { Account, AccountChange } from "@plumb/contract/people/users.ts";

/** What an administrator can do with an account. */
export type UserAct = "promote" | "demote" | "deactivate" | "reactivate";

interface Wording {
  /** In the menu of a row, and on the button that does it. */
  readonly label: string;
  readonly question: (name: string) => string;
  /** What it means, and what is kept. */
  readonly meaning: string;
  /** Said instead where somebody does it to themselves. */
  readonly ownMeaning: string;
  readonly done: (name: string) => string;
  readonly change: AccountChange;
}

export const userActs: Readonly<Record<UserAct, Wording>> = {
  promote: {
    label: "Make administrator",
    question: (name) => `Make ${name} an administrator?`,
    meaning: "Administrators see every project and may change everything, these settings included.",
    ownMeaning: "You are one already.",
    done: (name) => `${name} is an administrator now`,
    change: { role: "ADMIN" },
  },
  demote: {
    label: "Take administrator role",
    question: (name) => `Take the administrator role from ${name}?`,
    meaning: "They keep the projects of which they are a member, with their role there.",
    ownMeaning: "This is your own account: you keep your projects, but only another administrator can undo this.",
    done: (name) => `${name} is no administrator any more`,
    change: { role: "USER" },
  },
  deactivate: {
    label: "Deactivate",
    question: (name) => `Deactivate ${name}?`,
    meaning:
      "All their sessions end at once, and they cannot sign in. What they did and where they belong is kept; you can reactivate them at any time.",
    ownMeaning: "This is your own account: you are signed out at once, and only another administrator can undo this.",
    done: (name) => `${name} was deactivated`,
    change: { status: "deactivated" },
  },
  reactivate: {
    label: "Reactivate",
    question: (name) => `Reactivate ${name}?`,
    meaning: "They can sign in again, with the role and the projects they had.",
    ownMeaning: "They can sign in again, with the role and the projects they had.",
    done: (name) => `${name} can sign in again`,
    change: { status: "active" },
  },
};

/** What makes sense for an account as it stands. */
export function actsFor({ role, status }: Pick<Account, "role" | "status">): readonly UserAct[] {
  return [role === "ADMIN" ? "demote" : "promote", status === "active" ? "deactivate" : "reactivate"];
}
