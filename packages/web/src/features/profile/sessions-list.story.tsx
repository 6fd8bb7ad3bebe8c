import { useState } from "react";
import { sampleSession } from "./sample-profile.ts";
import { SessionsList } from "./sessions-list.tsx";

const nothing = () => undefined;
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

export function Three() {
  const [ended, setEnded] = useState<number>();
  return (
    <>
      <SessionsList
        sessions={[
          sampleSession({ current: true }),
          sampleSession({ id: 2, userAgent: firefox }),
          sampleSession({ id: 3, userAgent: phone }),
        ]}
        ending={null}
        onEnd={setEnded}
      />
      <p>{ended === undefined ? "None ended" : `Ended ${ended}`}</p>
    </>
  );
}
export const OnlyThis = () => (
  <SessionsList sessions={[sampleSession({ current: true })]} ending={null} onEnd={nothing} />
);
export const Many = () => (
  <SessionsList
    sessions={Array.from({ length: 200 }, (_, index) => sampleSession({ id: index + 1, current: index === 0 }))}
    ending={2}
    onEnd={nothing}
  />
);
export const Hostile = () => (
  <SessionsList
    sessions={[null, "", `<img src=x onerror="document.title='pwned'">`, "x".repeat(300), "\u202Egnp.exe"].map(
      (userAgent, index) => sampleSession({ id: index + 1, userAgent }),
    )}
    ending={null}
    onEnd={nothing}
  />
);
