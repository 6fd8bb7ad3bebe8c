import { QualityView } from "./quality-view.tsx";

export const Reviewed = () => (
  <QualityView
    quality={{
      reviewed: 64,
      kept: 62,
      byClass: [
        { class: "Application Defect", reviewed: 20, kept: 19 },
        { class: "Automation Script Error", reviewed: 44, kept: 43 },
      ],
      confusion: [
        { from: "Application Defect", to: "Application Defect", count: 19 },
        { from: "Application Defect", to: "Test Data Issue", count: 1 },
        { from: "Automation Script Error", to: "Automation Script Error", count: 43 },
        { from: "Automation Script Error", to: "Environment Issue", count: 1 },
      ],
      byDecider: [
        { kind: "rule", name: "strict-mode-violation", failures: 58, reviewed: 40, kept: 40 },
        { kind: "project-rule", name: "Sandbox is away", failures: 12, reviewed: 2, kept: 1 },
        { kind: "model", name: "model", failures: 102, reviewed: 24, kept: 22 },
        { kind: "project", name: "project", failures: 8, reviewed: 0, kept: 0 },
      ],
    }}
  />
);

export const Untouched = () => (
  <QualityView quality={{ reviewed: 0, kept: 0, byClass: [], confusion: [], byDecider: [] }} />
);
