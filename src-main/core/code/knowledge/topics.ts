/** What can be asked of a project's architecture. */
export const TOPICS = [
  'overview',
  'patterns',
  'call_graph',
  'middleware',
  'endpoints',
  'models',
  'all',
] as const
export type Topic = (typeof TOPICS)[number]
