import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useAtTop, useRowFocused } from "#lib/page/list-place.ts";
import type { UploadsSearch } from "#lib/address/uploads-search.ts";
import { FloatingNotice } from "#ui/feedback/floating-notice.tsx";
import { LoadMore } from "#ui/list/load-more.tsx";
import { UploadSidePanel } from "./upload-side-panel.tsx";
import { uploadsQuery, uploadHealthQuery, useLiveUploads } from "./uploads.queries.ts";
import { UploadsView } from "./uploads-view.tsx";

/** Expected position of the list, in pixels. */
const listTop = 320;

interface UploadsPanelProps {
  readonly projectId: number;
  readonly search: UploadsSearch;
  readonly onSearch: (search: UploadsSearch) => void;
  /** Help for projects without uploads. */
  readonly help: ReactNode;
}

/** Uploads of a project with the opened one. Updates live. */
export function UploadsPanel({ projectId, search, onSearch, help }: UploadsPanelProps) {
  const pages = useInfiniteQuery(uploadsQuery(projectId, search));
  const health = useQuery(uploadHealthQuery(projectId));
  const reading = [!useAtTop(listTop), useRowFocused()].includes(true);
  const { changed, showNewest } = useLiveUploads(projectId, reading);
  const onRetry = () => {
    void pages.refetch();
    void health.refetch();
  };
  return (
    <>
      <FloatingNotice
        text={changed && reading ? "New uploads" : null}
        onShow={() => {
          showNewest();
          window.scrollTo({ top: 0 });
        }}
      />
      <UploadsView
        uploads={pages.data?.pages.flatMap((page) => page.data)}
        health={health.data}
        stale={pages.isPlaceholderData}
        error={pages.isFetchNextPageError ? null : (pages.error ?? health.error)}
        onRetry={onRetry}
        search={search}
        onSearch={onSearch}
        help={help}
        more={<LoadMore pages={pages} failure="Failed to load more uploads" />}
      />
      {search.upload !== undefined && (
        <UploadSidePanel
          key={search.upload}
          projectId={projectId}
          uploadId={search.upload}
          onClose={() => onSearch({ ...search, upload: undefined })}
        />
      )}
    </>
  );
}
