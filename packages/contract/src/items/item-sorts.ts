export const annotationSorts = ["created_at", "title", "due_date", "priority", "status"] as const;
export type AnnotationSort = (typeof annotationSorts)[number];
