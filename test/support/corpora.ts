/** Every corpus of test cases, with the number of cases that `npm run test:long` must run at least. */
export const corpora = {
  'any-json': 240,
  'binary-files': 11,
  'context-overflow': 60,
  'exact-edits': 33,
  'file-names': 23,
  'glob-layouts': 188,
  'http-faults': 87,
  'limit-ends': 70,
  'mcp-oddities': 193,
  'protocol-shapes': 501,
  'refused-names': 9,
  secrets: 1_645,
  'sequential-runs': 200,
  'store-damage': 500,
  'text-files': 60,
  usage: 80,
} as const satisfies Record<string, number>

export type CorpusName = keyof typeof corpora
