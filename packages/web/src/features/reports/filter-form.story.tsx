import type { ReportListSearch } from "@plumb/contract/projects/saved-views.ts";
import { useState } from "react";
import { FilterChips } from "#ui/list/filter-chips.tsx";
import { chipsOf } from "./filter-chips.ts";
import { FilterForm } from "./filter-form.tsx";

const options = {
  status: ["completed", "failed", "interrupted", "running"] as const,
  environment: ["production", "qa", "staging"],
  framework: ["cypress", "playwright"],
  tag: ["nightly", "smoke"],
  fact: ["browser=chrome-143", "browser=firefox-140"],
  commitAuthor: ["Ada Lovelace", "Grace Hopper"],
  pullRequest: ["12", "shop/web!4"],
  owner: ["@shop", "@web"],
};

/** Form that shows the applied filters. */
function Form({ search, many = false }: { readonly search: ReportListSearch; readonly many?: boolean }) {
  const [done, setDone] = useState("");
  const [requested, setRequested] = useState("");
  const environment = many
    ? Array.from({ length: 300 }, (_, index) => `pr-${index}-${"x".repeat(80)}`)
    : options.environment;
  return (
    <div style={{ maxWidth: 640 }}>
      <FilterForm
        search={search}
        options={{
          ...options,
          status: [...options.status],
          environment: environment.filter((name) => name.includes(requested)),
        }}
        known={() => true}
        onFind={(_group, text) => setRequested(text)}
        onApply={(applied) => setDone(JSON.stringify(applied))}
        onReset={() => setDone("reset")}
        onCancel={() => setDone("cancel")}
      />
      <output aria-label="Done">{done}</output>
    </div>
  );
}

/** Chips that show the remaining filters. */
function Chips({ search }: { readonly search: ReportListSearch }) {
  const [left, setLeft] = useState(search);
  return (
    <>
      <FilterChips chips={chipsOf(left)} onSearch={setLeft} reset="Reset Filters" onReset={() => setLeft({})} />
      <output aria-label="Left" style={{ overflowWrap: "anywhere" }}>
        {JSON.stringify(left)}
      </output>
    </>
  );
}

const full: ReportListSearch = {
  q: "cart",
  status: ["failed", "interrupted"],
  environment: ["moon"],
  branch: ["main"],
  fact: ["browser=chrome-143"],
  commitAuthor: ["Ada Lovelace"],
  pullRequest: ["12"],
  owner: ["@shop"],
  author: "ada | ^grace",
  startDate: "2030-01-01",
  endDate: "2030-01-31",
};

export const Fresh = () => <Form search={{}} />;
export const Filled = () => <Form search={full} />;
export const NothingYet = () => (
  <FilterForm
    search={{}}
    options={{
      status: [],
      environment: [],
      framework: [],
      tag: [],
      fact: [],
      commitAuthor: [],
      pullRequest: [],
      owner: [],
    }}
    known={() => false}
    onFind={() => undefined}
    onApply={() => undefined}
    onReset={() => undefined}
    onCancel={() => undefined}
  />
);
export const Many = () => <Form search={{}} many />;
export const Active = () => <Chips search={full} />;
export const ActiveLong = () => (
  <Chips search={{ tag: Array.from({ length: 40 }, (_, index) => "t".repeat(200) + index) }} />
);
