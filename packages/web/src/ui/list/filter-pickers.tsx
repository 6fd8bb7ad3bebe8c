import type { FilterChip } from "./filter-chips.tsx";
import { Picker, type PickerProps } from "#ui/input/picker.tsx";

/** A filter with several values. */
export interface PickedFilter<Name extends string, List extends string> {
  readonly name: Name;
  readonly label: string;
  /** Name of its values among the options. */
  readonly list: List;
  /** True if the filter is hidden while its list is unknown or empty. */
  readonly isOptional?: boolean;
}

type Narrowed<Name extends string> = { readonly [Each in Name]?: readonly string[] | undefined };
type Options<List extends string> = { readonly [Each in List]: readonly string[] };

interface FilterPickersProps<Name extends string, List extends string, Search> {
  readonly filters: readonly PickedFilter<Name, List>[];
  /** Options of the filters; `undefined` while loading, or if they could not be loaded. */
  readonly options: Options<List> | undefined;
  /** Maximum number of options per filter. If a list has that many, users can find others by typing. */
  readonly maxOptions: number;
  /** Finds options on the server that contain the text. */
  readonly onFind?: ((part: string) => Promise<Options<List>>) | undefined;
  readonly search: Search;
  readonly onSearch: (search: Search) => void;
}

/** Pickers for filters with several values, in a row. */
export function FilterPickers<Name extends string, List extends string, Search extends Narrowed<Name>>(
  props: FilterPickersProps<Name, List, Search>,
) {
  return pickersOf(props).map((picker) => <Picker key={picker.label} {...picker} />);
}

/** Returns the properties of the pickers, without optional filters that have no values. */
export function pickersOf<Name extends string, List extends string, Search extends Narrowed<Name>>({
  filters,
  options,
  maxOptions,
  onFind,
  search,
  onSearch,
}: FilterPickersProps<Name, List, Search>): PickerProps[] {
  return filters.flatMap(({ name, label, list, isOptional = false }) => {
    const chosen = search[name] ?? [];
    if (chosen.length === 0 && isOptional && (options?.[list].length ?? 0) === 0) return [];
    return [
      {
        label,
        options: options?.[list],
        chosen,
        find:
          onFind !== undefined && (options === undefined || options[list].length >= maxOptions)
            ? async (part) => (await onFind(part))[list]
            : undefined,
        onChange: (values) => onSearch({ ...search, [name]: someOf(values) }),
      },
    ];
  });
}

/** Returns chips of active filters, each with the search without it. */
export function pickedChips<Name extends string, Search extends Narrowed<Name>>(
  filters: readonly PickedFilter<Name, string>[],
  search: Search,
): FilterChip<Search>[] {
  return filters.flatMap(({ name, label }) =>
    (search[name] ?? []).map((value) => ({
      label: `${label}: ${value}`,
      without: { ...search, [name]: someOf((search[name] ?? []).filter((other) => other !== value)) },
    })),
  );
}

/** Returns chips of the excluded values, each with the search without it. */
export function excludedChips<Search extends { readonly not?: readonly string[] | undefined }>(
  search: Search,
  labelOf: (filter: string) => string,
): FilterChip<Search>[] {
  return (search.not ?? []).map((value) => {
    const colon = value.indexOf(":");
    const left = (search.not ?? []).filter((other) => other !== value);
    return {
      label: `Not ${labelOf(value.slice(0, colon))}: ${value.slice(colon + 1)}`,
      without: { ...search, not: someOf(left) },
    };
  });
}

function someOf(values: readonly string[]): readonly string[] | undefined {
  return values.length === 0 ? undefined : values;
}
