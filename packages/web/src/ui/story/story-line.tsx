import { Skeleton } from "@mantine/core";
import { storyParts, type StoryPart } from "@plumb/analysis/failures/story-parts.ts";
import type { FailureStory } from "@plumb/contract/failures/story.ts";
import type { Inline } from "@plumb/contract/text/rich-text.ts";
import { useRouter } from "@tanstack/react-router";
import { Fragment, type MouseEvent } from "react";
import { isWebAddress } from "#lib/address/web-address.ts";
import styles from "./story-line.module.css";

interface StoryLineProps {
  /** Undefined while it loads. */
  readonly story: FailureStory | null | undefined;
  readonly projectId: number;
}

/** How a failure or a cause began and who works on it, in one sentence. Renders nothing without a fact. */
export function StoryLine({ story, projectId }: StoryLineProps) {
  if (story === undefined)
    return (
      <div className={styles["loading"]}>
        <Skeleton height={12} width="60%" animate={false} />
      </div>
    );
  const parts = story === null ? [] : storyParts(story, projectId);
  if (parts.length === 0) return null;
  return (
    <p className={styles["story"]}>
      {parts.map((part, index) => (
        <Fragment key={part.about}>
          {index > 0 && " · "}
          <Part part={part} />
        </Fragment>
      ))}
    </p>
  );
}

/** Isolated, because a name in another direction would reorder its neighbours. */
function Part({ part: { about, content } }: { readonly part: StoryPart }) {
  return (
    <bdi data-about={about}>
      {content.map((inline, index) => (
        <InlinePart key={index} inline={inline} />
      ))}
    </bdi>
  );
}

function InlinePart({ inline }: { readonly inline: Inline }) {
  const router = useRouter();
  if (typeof inline === "string") return inline;
  if ("code" in inline) return <code>{inline.code}</code>;
  const { text, url } = inline;
  if (url.startsWith("/")) {
    const open = (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      router.history.push(url);
    };
    return (
      <a href={url} onClick={open}>
        {text}
      </a>
    );
  }
  if (!isWebAddress(url)) return text;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}
