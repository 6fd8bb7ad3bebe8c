import type { SharedView } from "@plumb/contract/projects/share-links.ts";
import { SharedHeader } from "./shared-header.tsx";

const view: SharedView = {
  target: { kind: "report", reportId: 12 },
  title: "#12 of Checkout",
  projectId: 3,
  projectName: "Shop",
  sharedBy: "Mira Lindqvist",
  expiresAt: "2030-03-12T12:00:00.000Z",
  run: null,
};

const brand = { name: "Plumb", logo: null };

export const Named = () => <SharedHeader brand={brand} view={view} />;
export const Long = () => (
  <SharedHeader brand={brand} view={{ ...view, sharedBy: "م".repeat(100), projectName: "shop-frontend-".repeat(30) }} />
);
export const Nameless = () => (
  <SharedHeader
    brand={brand}
    view={{ ...view, sharedBy: null, target: { kind: "failure", reportId: 12, resultId: 7 } }}
  />
);
export const Ended = () => <SharedHeader brand={brand} view={undefined} />;
