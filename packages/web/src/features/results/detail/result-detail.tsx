import { VisuallyHidden } from "@mantine/core";
import { annotationKeys, type ResultDetail as Detail } from "@plumb/contract/runs/results.ts";
import type { ComponentType, ReactNode } from "react";
import { cut } from "#lib/format/format.ts";
import { CopyButton } from "#ui/code/copy-button.tsx";
import { LinkedText } from "#ui/text/linked-text.tsx";
import { Tag } from "#ui/badges/tag.tsx";
import { TestMarks, TimedOutMark } from "#features/results/rows/test-marks.tsx";
import type { AroundAttempts } from "./around-attempts.ts";
import { type AttemptChoice, Attempts } from "./attempts.tsx";
import styles from "./result-detail.module.css";

export interface FacetLinkProps {
  readonly facet:
    | { readonly author: string }
    | { readonly tag: string }
    | { readonly annotation: string }
    | { readonly timedOut: true };
  readonly children: ReactNode;
}

function Unlinked({ children }: FacetLinkProps) {
  return children;
}

interface ResultDetailProps extends AttemptChoice, AroundAttempts {
  readonly detail: Detail;
  /** Facts about the run, from the report. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Link to the report's other tests of an owner, with a tag or with an annotation. Without it, they are plain text. */
  readonly FacetLink?: ComponentType<FacetLinkProps>;
}

interface AnnotationTextProps {
  readonly type: string;
  readonly description: string;
  readonly FacetLink: ComponentType<FacetLinkProps>;
}

/** Text of an annotation. Addresses in it are links. Other text links to the tests with the same annotation. */
function AnnotationText({ type, description, FacetLink }: AnnotationTextProps) {
  if (description.trim() === "") return null;
  if (/https?:/i.test(description)) return <LinkedText text={cut(description, 500)} />;
  return (
    <FacetLink facet={{ annotation: annotationKeys(type, description).at(-1) ?? type }}>
      {cut(description, 500)}
    </FacetLink>
  );
}

/** Labels of Playwright's annotations. */
const annotationLabels = new Map([
  ["fail", "Expected to fail:"],
  ["slow", "Slow:"],
  ["fixme", "To be fixed:"],
  ["skip", "Skipped:"],
]);

interface AnnotationsProps {
  readonly annotations: Detail["annotations"];
  readonly FacetLink: ComponentType<FacetLinkProps>;
}

/** Shows up to 30 annotations. */
function Annotations({ annotations, FacetLink }: AnnotationsProps) {
  if (annotations.length === 0) return null;
  return (
    <ul className={styles["annotations"]} aria-label="Annotations">
      {annotations.slice(0, 30).map(({ type, description }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- annotations have no identity but their place
        <li key={index}>
          <FacetLink facet={{ annotation: annotationKeys(type, "")[0] ?? type }}>
            <b>{annotationLabels.get(type) ?? cut(type, 60)}</b>
          </FacetLink>{" "}
          <AnnotationText type={type} description={description ?? ""} FacetLink={FacetLink} />
        </li>
      ))}
    </ul>
  );
}

/** Types of annotations that contain the author. */
const namesAuthor = /^(author|owner)$/i;

/** Test in a run with its attempts, errors first. Depends on its props only. */
export function ResultDetail({ detail, metadata = {}, FacetLink = Unlinked, ...rest }: ResultDetailProps) {
  return (
    <div className={styles["detail"]}>
      <VisuallyHidden component="h2">
        {cut(detail.titlePath.map((part) => cut(part, 2000)).join(" › "), 4000)}
      </VisuallyHidden>
      {detail.skipReason !== null && <p className={styles["skip"]}>{`Skipped: ${cut(detail.skipReason, 1000)}`}</p>}
      <Attempts
        detail={detail}
        metadata={metadata}
        about={<AboutTest detail={detail} FacetLink={FacetLink} />}
        {...rest}
      />
    </div>
  );
}

/** Name, location, owner, tags and annotations of a test. */
function AboutTest({ detail, FacetLink }: Required<Pick<ResultDetailProps, "detail" | "FacetLink">>) {
  // The author is already shown above.
  const annotations = detail.annotations.filter(
    ({ type, description }) => !(namesAuthor.test(type) && description?.trim() === detail.author),
  );
  const owner = detail.known?.owner;
  const location = detail.file === null ? null : `${detail.file}${detail.line === null ? "" : `:${detail.line}`}`;
  return (
    <div className={styles["about"]}>
      <p className={styles["facts"]}>
        {location !== null && (
          <span className={styles["file"]}>
            {cut(location, 400)}
            <CopyButton value={location} what="file path" />
          </span>
        )}
        <span className={styles["file"]}>
          Test name
          <CopyButton value={detail.titlePath.join(" › ")} what="test name" />
        </span>
        {detail.timedOut === true && (
          <FacetLink facet={{ timedOut: true }}>
            <TimedOutMark />
          </FacetLink>
        )}
        {detail.known !== undefined && <TestMarks known={detail.known} flakyNow={detail.flaky} />}
        {typeof owner === "string" && owner !== detail.author && <span>{`Owner ${cut(owner, 100)}`}</span>}
        {detail.author !== null && (
          <span>
            {"by "}
            <FacetLink facet={{ author: detail.author }}>{cut(detail.author, 100)}</FacetLink>
          </span>
        )}
        {detail.tags.slice(0, 30).map((tag) => (
          <FacetLink key={tag} facet={{ tag }}>
            <Tag longest={60}>{tag}</Tag>
          </FacetLink>
        ))}
      </p>
      <Annotations annotations={annotations} FacetLink={FacetLink} />
    </div>
  );
}
