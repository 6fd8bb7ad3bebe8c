import type { FailureStory } from "@plumb/contract/failures/story.ts";
import { emptyStory, sampleStory } from "./sample-story.ts";
import { StoryLine } from "./story-line.tsx";

function Page({ story }: { readonly story: FailureStory | null | undefined }) {
  return (
    <main>
      <h1>Failure</h1>
      <StoryLine story={story} projectId={1} />
    </main>
  );
}

const { began, suspect } = sampleStory;

export const Full = () => <Page story={sampleStory} />;
export const OnlyTheRun = () => <Page story={{ ...emptyStory, began, lastPass: sampleStory.lastPass }} />;
export const Nothing = () => <Page story={emptyStory} />;
export const Absent = () => <Page story={null} />;
export const Loading = () => <Page story={undefined} />;
export const RightToLeft = () => (
  <Page
    story={{
      ...sampleStory,
      suspect: suspect && { ...suspect, subject: "تطبيع كلمات البحث", author: "\u202Eليلى منصور" },
      owners: ["فريق البحث"],
    }}
  />
);
export const Hostile = () => (
  <Page
    story={{
      ...sampleStory,
      suspect: {
        hash: "c".repeat(40),
        subject: `<img src=x onerror="document.title='pwned'">${"x".repeat(300)}`,
        author: "y".repeat(300),
        url: "javascript:document.title='pwned'",
        only: false,
      },
      event: { kind: "outage", title: "z".repeat(300), minutesBefore: 0, url: null },
      owners: Array.from({ length: 10 }, (_, index) => `Team ${index} ${"w".repeat(80)}`),
    }}
  />
);
