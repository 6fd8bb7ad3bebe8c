import { Button, NativeSelect } from "@mantine/core";
import { type ItemPageSize, itemPageSizes } from "#lib/address/item-search.ts";
import { formatCount } from "#lib/format/format.ts";
import { pageWindow } from "./pages.ts";
import styles from "./items-list.module.css";

interface ItemPagesProps {
  /** From 1. */
  readonly page: number;
  readonly size: ItemPageSize;
  readonly total: number;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: number) => void;
}

/** Pager with the shown range and the page size. */
export function ItemPages({ page, size, total, onPage, onSize }: ItemPagesProps) {
  const pages = Math.max(1, Math.ceil(total / size));
  const first = (page - 1) * size + 1;
  return (
    <nav className={styles["pages"]} aria-label="Pages">
      <span>{`${formatCount(first)}–${formatCount(Math.min(total, page * size))} of ${formatCount(total)}`}</span>
      <NativeSelect
        size="xs"
        aria-label="Items per page"
        data={itemPageSizes.map((each) => ({ value: String(each), label: `${each} per page` }))}
        value={String(size)}
        onChange={({ currentTarget }) => onSize(Number(currentTarget.value))}
      />
      <Button size="xs" variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      {pageWindow(page, pages).map((each) => (
        <Button
          key={each}
          size="xs"
          px={10}
          variant={each === page ? "filled" : "default"}
          aria-label={`Page ${each}`}
          {...(each === page && { "aria-current": "page" })}
          onClick={() => onPage(each)}
        >
          {formatCount(each)}
        </Button>
      ))}
      <Button size="xs" variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
