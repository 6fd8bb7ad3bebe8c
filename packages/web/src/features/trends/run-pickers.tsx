import { maxTrendOptions, type TrendOptions } from "@plumb/contract/trends/trends.ts";
import type { TrendFilterName } from "#lib/address/trend-search.ts";
import type { FilterChip } from "#ui/list/filter-chips.tsx";
import { Picker } from "#ui/input/picker.tsx";

const filterLabels: Readonly<Record<TrendFilterName, readonly [label: string, options: keyof TrendOptions]>> = {
  suite: ["Test suite", "testSuites"],
  environment: ["Environment", "environments"],
  branch: ["Branch", "branches"],
  framework: ["Framework", "frameworks"],
  tag: ["Tag", "tags"],
  fact: ["Fact", "facts"],
  owner: ["Owner", "owners"],
};

type Narrowed = { readonly [Name in TrendFilterName]?: readonly string[] | undefined };

interface RunPickersProps<Search> {
  readonly names: readonly (keyof Search & TrendFilterName)[];
  /** Options of the filters; `undefined` while loading. */
  readonly options: TrendOptions | undefined;
  /** Finds options on the server that contain the text. */
  readonly onFind?: ((part: string) => Promise<TrendOptions>) | undefined;
  readonly search: Search;
  readonly onSearch: (search: Search) => void;
}

/** Pickers for the filters of runs. */
export function RunPickers<Search extends Narrowed>({
  names,
  options,
  onFind,
  search,
  onSearch,
}: RunPickersProps<Search>) {
  return names.map((name) => {
    const [label, list] = filterLabels[name];
    const chosen = search[name] ?? [];
    // Hides these filters in a project without such values.
    if (chosen.length === 0 && ["tag", "fact", "owner"].includes(name) && options?.[list].length === 0) return null;
    return (
      <Picker
        key={name}
        label={label}
        options={options?.[list]}
        chosen={chosen}
        find={
          onFind !== undefined && (options?.[list].length ?? 0) >= maxTrendOptions
            ? async (part) => (await onFind(part))[list]
            : undefined
        }
        onChange={(values) => onSearch({ ...search, [name]: someOf(values) })}
      />
    );
  });
}

/** Returns chips of active filters, each with the search without it. */
export function runChips<Search extends Narrowed>(
  names: readonly (keyof Search & TrendFilterName)[],
  search: Search,
): FilterChip<Search>[] {
  return names.flatMap((name) =>
    (search[name] ?? []).map((value) => ({
      label: `${filterLabels[name][0]}: ${value}`,
      without: { ...search, [name]: someOf((search[name] ?? []).filter((other) => other !== value)) },
    })),
  );
}

function someOf(values: readonly string[]): readonly string[] | undefined {
  return values.length === 0 ? undefined : values;
}
