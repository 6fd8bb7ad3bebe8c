import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ChartItem } from "./chart-item.ts";

interface ItemTextProps {
  readonly item: ChartItem;
  readonly className: string | undefined;
  readonly children?: ReactNode;
  readonly title?: string;
  /** Only used if the item has a link. */
  readonly tabIndex?: number;
  readonly "data-active"?: boolean;
  readonly onMouseEnter?: () => void;
  readonly onMouseLeave?: () => void;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
}

/** Item as a link, or as plain text if it has none. */
export function ItemText({ item, className = "", tabIndex, ...rest }: ItemTextProps) {
  return item.link === undefined ? (
    <span className={className} {...rest} />
  ) : (
    <Link {...item.link} className={className} {...(tabIndex !== undefined && { tabIndex })} {...rest} />
  );
}
