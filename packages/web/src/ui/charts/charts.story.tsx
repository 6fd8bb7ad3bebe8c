import type { ReactNode } from "react";
import { BarChart } from "./bar-chart.tsx";
import { DoughnutChart } from "./doughnut-chart.tsx";
import { LineChart } from "./line-chart.tsx";

const Frame = ({ children }: { readonly children: ReactNode }) => (
  <main style={{ maxWidth: 560, padding: 16, background: "var(--panel)" }}>
    <h1>Charts</h1>
    {children}
  </main>
);
const report = (id: number) => ({ to: "/reports/$reportId", params: { reportId: String(id) } }) as const;
const percent = (value: number) => `${value}%`;
const seconds = (value: number) => `${value} s`;

export const Doughnut = () => (
  <Frame>
    <DoughnutChart
      label="Test Results Distribution"
      center={{ figure: "96.1%", word: "passed" }}
      slices={[
        { label: "Passed", value: 4641, color: "passed", link: { to: "/reports" } },
        { label: "Failed", value: 112, color: "failed", link: report(7) },
        { label: "Skipped", value: 74, color: "skipped" },
      ]}
      empty="No data available"
    />
  </Frame>
);
export const NoDoughnut = () => (
  <Frame>
    <DoughnutChart
      label="Test Results Distribution"
      slices={[{ label: "Passed", value: 0, color: "passed" }]}
      empty="No data available"
    />
  </Frame>
);
export const Line = () => (
  <Frame>
    <LineChart
      label="Pass Rate Trends"
      max={100}
      tension={0.4}
      format={percent}
      points={[98, 97.5, 99, null, 42, 100, 96.1].map((value, index) => ({
        label: `#${1279 + index}`,
        value,
        text: `checkout-e2e #${1279 + index}\n${value === null ? "nothing ran" : `${value}% passed`}`,
        link: report(index + 1),
      }))}
      empty="No trend data available"
    />
  </Frame>
);
export const OnePoint = () => (
  <Frame>
    <LineChart
      label="Pass Rate Trends"
      max={100}
      format={percent}
      points={[{ label: "#1", value: 50, text: "#1: 50%" }]}
      empty="No trend data available"
    />
  </Frame>
);
export const NoLine = () => (
  <Frame>
    <LineChart
      label="Pass Rate Trends"
      format={percent}
      points={[{ label: "#1", value: null, text: "#1: nothing ran" }]}
      empty="No trend data available"
    />
  </Frame>
);
export const Bars = () => (
  <Frame>
    <BarChart
      label="Test Duration (Top 3)"
      height={152}
      format={seconds}
      bars={[
        {
          label: "checkout › pays with a gift card",
          value: 42.1,
          color: "failed",
          text: "pays\n42.10 s",
          link: report(1),
        },
        {
          label: "basket › keeps its contents over night…",
          value: 12,
          color: "passed",
          text: "keeps\n12.00 s",
          link: report(2),
        },
        { label: "login", value: 0.01, color: "passed", text: "login\n0.01 s" },
      ]}
      empty="No data available"
    />
  </Frame>
);
