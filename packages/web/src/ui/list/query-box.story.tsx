import { failureQueries } from "@plumb/contract/query/query-languages.ts";
import type { QueryFilters } from "@plumb/contract/query/query-language.ts";
import { useCallback, useState } from "react";
import { QueryBox } from "./query-box.tsx";

const options = {
  owner: ["@checkout", "Team A", "@search"],
  tag: ["smoke", "nightly"],
  browser: ["firefox", "chromium", "webkit"],
};

function Example({ value = "", broken }: { readonly value?: string; readonly broken?: string }) {
  const [queries, setQueries] = useState<readonly QueryFilters[]>([]);
  const [words, setWords] = useState(value);
  const onQuery = useCallback((filters: QueryFilters) => {
    setQueries((before) => [...before, filters]);
    setWords(String(filters["testSearch"] ?? ""));
  }, []);
  return (
    <>
      <QueryBox
        label="Search tests..."
        language={failureQueries}
        value={words}
        broken={broken}
        options={options}
        onQuery={onQuery}
      />
      <output aria-label="Queries">{JSON.stringify(queries)}</output>
      <button type="button" onClick={() => setWords("")}>
        Back
      </button>
    </>
  );
}

export const Empty = () => <Example />;
export const Words = () => <Example value="cart note:paid" />;
export const Broken = () => <Example broken="cart onwer:@checkout" />;
export const RightToLeft = () => <Example broken={'סל "קניות'} />;
