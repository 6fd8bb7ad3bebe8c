import type { WeekSummary } from "@plumb/contract/trends/week.ts";
import { useState } from "react";
import { weekSearch, type WeekSearch } from "#lib/address/week-search.ts";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { sampleOptions } from "./sample-trends.ts";
import { hugeWeek, quietWeek, sampleWeek } from "./sample-week.ts";
import { WeekView } from "./week-view.tsx";

interface ScreenProps {
  readonly week?: WeekSummary;
  readonly start?: WeekSearch;
  readonly error?: Error;
  readonly stale?: boolean;
  /** The options of the filters could not be loaded. */
  readonly withoutOptions?: boolean;
}

/** Shows the URL and actions. */
function Screen({ week, start = {}, error, stale = false, withoutOptions = false }: ScreenProps) {
  const [search, setSearch] = useState(start);
  const [subscribed, setSubscribed] = useState(false);
  const [done, setDone] = useState("");
  return (
    <PageFrame>
      <WeekView
        week={week}
        options={withoutOptions ? undefined : { ...sampleOptions(), owners: ["@shop/cart", "@shop/pay"] }}
        onFind={() => Promise.reject(new Error("down"))}
        stale={stale}
        error={error ?? null}
        onRetry={() => setDone("again")}
        search={search}
        onSearch={(next) => setSearch(weekSearch({ ...next }))}
        saving={false}
        onSave={(visible) => setDone(`pdf ${visible}`)}
        subscribed={subscribed}
        onSubscribe={setSubscribed}
      />
      <output aria-label="Address" hidden>
        {JSON.stringify(search)}
      </output>
      <output aria-label="Done" hidden>
        {done}
      </output>
    </PageFrame>
  );
}

export const WithoutOptions = () => <Screen week={sampleWeek()} withoutOptions />;
export const Happy = () => <Screen week={sampleWeek()} />;
export const SoFar = () => <Screen week={sampleWeek({ soFar: true, nextWeek: null })} start={{ week: "2030-W03" }} />;
export const Quiet = () => <Screen week={quietWeek()} />;
export const Narrowed = () => (
  <Screen
    week={sampleWeek({ suites: ["web"], owners: ["@shop/cart"] })}
    start={{ suite: ["web"], owner: ["@shop/cart"] }}
  />
);
export const Huge = () => <Screen week={hugeWeek()} />;
export const NoRuns = () => <Screen week={quietWeek({ countedRuns: 0 })} />;
export const Loading = () => <Screen />;
export const Stale = () => <Screen week={sampleWeek()} stale />;
export const Failing = () => <Screen error={new Error("down")} />;
