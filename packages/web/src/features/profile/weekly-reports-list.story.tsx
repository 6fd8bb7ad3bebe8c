import { useState } from "react";
import { WeeklyReportsList } from "./weekly-reports-list.tsx";

const nothing = () => undefined;

export function Filled() {
  const [done, setDone] = useState("");
  return (
    <>
      <WeeklyReportsList
        projects={[
          { id: 1, name: "Checkout" },
          { id: 2, name: "Shop" },
        ]}
        pending={null}
        onUnsubscribe={(id) => setDone(`unsubscribed ${id}`)}
      />
      <output>{done}</output>
    </>
  );
}
export const Empty = () => <WeeklyReportsList projects={[]} pending={null} onUnsubscribe={nothing} />;
export const Pending = () => (
  <WeeklyReportsList projects={[{ id: 1, name: "W".repeat(200) }]} pending={1} onUnsubscribe={nothing} />
);
