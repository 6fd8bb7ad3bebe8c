import type { User } from "@plumb/contract/people/auth.ts";
import { useMatches } from "@tanstack/react-router";

interface RouteNeeds {
  /** Title of the document before the page's code is loaded. The page may set a more specific title. */
  readonly title?: string;
  /** System role required for the page. Other users see `Access Denied`. The server checks permissions independently. */
  readonly role?: User["role"];
  /** Whether the page works without a project. Other pages are replaced by the form for the first project. */
  readonly withoutProject?: boolean;
}

declare module "@tanstack/react-router" {
  // Type of a route's `staticData`.
  interface StaticDataRouteOption extends RouteNeeds {}
}

/** Requirements of the current routes. */
export function useRouteNeeds(): RouteNeeds {
  const staticData = useMatches({ select: (matches) => matches.map((match) => match.staticData) });
  return Object.assign({}, ...staticData) as RouteNeeds;
}
