/** The `type` of a page's message; null for data without one. */
export function messageType(data: unknown): string | null {
  return typeof data === 'object' && data !== null && 'type' in data && typeof data.type === 'string' ? data.type : null;
}
