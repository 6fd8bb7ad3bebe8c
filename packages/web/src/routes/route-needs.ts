import type { User } from "@plumb/contract/people/auth.ts";
import { useMatches } from "@tanstack/react-router";

interface RouteNeeds {
  /** The page in the title of the document, until the page itself knows better; known before its code is there. */
  readonly title?: string;
  /** Only accounts of this system role see the page, others read `Access Denied`. The server decides on its own. */
  readonly role?: User["role"];
  /** The page makes sense without a project; all others give way to the creation of the first one. */
  readonly withoutProject?: boolean;
}

declare module "@tanstack/react-router" {
  // Parameters of a route in `staticData`.
  interface StaticDataRouteOption extends RouteNeeds {}
}

/** Requirements of the current routes. */
export function useRouteNeeds(): RouteNeeds {
  const staticData = useMatches({ select: (matches) => matches.map((match) => match.staticData) });
  return Object.assign({}, ...staticData) as RouteNeeds;
}
