import type { Offer } from "./invitation.queries.ts";

export const sampleOffer: Offer = {
  email: "grace.hopper@example.org",
  roleName: "User",
  projectName: "Storefront",
  expiresAt: "2031-05-04T12:30:00Z",
  hasAccount: false,
};
