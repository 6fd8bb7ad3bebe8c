import { TitleTip } from "./title-tip.tsx";

/** Elements with titles in the middle, and at the lower right edge. */
export const Titles = () => (
  // Like the page, which receives the focus after a navigation.
  <div style={{ height: "100vh", padding: 16 }} tabIndex={-1}>
    <TitleTip />
    <button type="button" title="Starts all failed tests again">
      Run again
    </button>
    <p>
      <span title="19 Nov 2026, 14:02:11 UTC">4 h ago</span>
    </p>
    <button type="button" title="Plain">
      Plain
    </button>
    <p style={{ position: "fixed", right: 0, bottom: 0 }}>
      <button type="button" title={"A title of several words that is longer than the element. ".repeat(3)}>
        Edge
      </button>
    </p>
  </div>
);
