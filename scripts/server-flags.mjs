/**
 * How Node runs the server. Its young generation would grow to 128 MB while a large report is imported and keep that, though
 * nothing of it lives (docs/decisions/0006-reading-threads.md); and Node 22 warns that stripping types is experimental.
 */
export const serverFlags = ["--max-semi-space-size=16", "--disable-warning=ExperimentalWarning"];
