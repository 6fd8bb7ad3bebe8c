declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Set by the navigation and its shortcuts. Links and addresses never get a default view. */
    readonly isFromNavigation?: boolean;
  }
}

/** State of an entry in the history that the navigation created. */
export const fromNavigation = { isFromNavigation: true };

/** Returns whether the page may start with a default view: the navigation opened it without parameters. */
export function opensWithDefault(location: {
  readonly searchStr: string;
  readonly state: { readonly isFromNavigation?: boolean };
}): boolean {
  return location.state.isFromNavigation === true && location.searchStr === "";
}
