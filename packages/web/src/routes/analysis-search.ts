export interface AnalysisSearch {
  /** The analysis item to open. */
  readonly annotation?: number;
}

export function analysisSearch({ annotation }: Record<string, unknown>): AnalysisSearch {
  const id = Number(annotation);
  return Number.isSafeInteger(id) && id > 0 ? { annotation: id } : {};
}
