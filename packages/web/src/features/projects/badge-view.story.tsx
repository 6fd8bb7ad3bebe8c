import { BadgeView } from "./badge-view.tsx";

const base = { address: "https://plumb.example.com", path: "/api/public/projects/7/badge.svg", version: 1 };

export const Off = () => <BadgeView {...base} isPublic={false} />;
export const On = () => <BadgeView {...base} isPublic />;
