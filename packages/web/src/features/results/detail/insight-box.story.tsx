import { InsightBox } from "./insight-box.tsx";

const escape = "\u001B";

export const High = () => (
  <main>
    <h1>Test</h1>
    <h2>Attempt</h2>
    <InsightBox message={`${escape}[31mlocator${escape}[39m resolved to 0 elements`} />
  </main>
);
export const Medium = () => (
  <main>
    <h1>Test</h1>
    <h2>Attempt</h2>
    <InsightBox message="Invalid e-mail address" />
  </main>
);
export const Low = () => (
  <main>
    <h1>Test</h1>
    <h2>Attempt</h2>
    <InsightBox message="expected 3 to be 4" />
  </main>
);
export const FiveMegabytes = () => <InsightBox message={"line of an endless log\n".repeat(230_000)} />;
