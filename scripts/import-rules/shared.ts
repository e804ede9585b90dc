import { below } from './folder-rule.ts'

export const sharedRules = below('src-shared', {
  changes: {
    holds:
      'what agents changed: who wrote each line, hunks, accepting and reverting them, comments on them; pure',
    imports: ['events', 'lib', 'npm:diff'],
  },
  'code-review': {
    holds:
      'what reviewer agents say about a change: parsed diffs, chunks, placing and merging findings, formats (Markdown, SARIF); pure',
    imports: ['events', 'lib', 'pricing', 'projections', 'npm:zod'],
  },
  compare: {
    holds: 'two runs side by side: what is compared of a run, how steps are aligned',
    imports: ['events', 'projections'],
  },
  contract: {
    holds:
      'the contract as one object, who may call what, the client, the desktop’s second contract',
    imports: ['contract/procedures', 'lib', 'settings', 'wire', 'npm:zod'],
  },
  'contract/procedures': {
    holds: 'what a host can be asked, one file an area',
    imports: [
      'events',
      'json',
      'lib',
      'mcp',
      'pricing',
      'projections',
      'settings',
      'spending',
      'wire',
      'npm:zod',
    ],
  },
  events: {
    holds: 'every kind of event, one file a subject',
    imports: ['json', 'lib', 'mcp', 'pricing', 'settings', 'npm:zod'],
  },
  format: {
    holds: 'sentences that the window and the CLI share',
    imports: ['contract/procedures', 'events', 'npm:zod'],
  },
  json: {
    holds:
      'JSON as it is stored: any JSON, values that JSON has no form for, the stored form of a message',
    imports: ['lib', 'npm:zod'],
  },
  lib: {
    holds:
      'ids, the application error, and small pure functions: emitter, assertions, globs, binary search, truncation, invisible characters',
    imports: ['npm:zod'],
  },
  mcp: {
    holds: 'an MCP server’s entry in a configuration; what a server claims about its tools',
    imports: ['npm:zod'],
  },
  pricing: {
    holds: 'prices of models, usage in tokens, cost of a call, an estimate of tokens',
    imports: ['npm:zod'],
  },
  projections: {
    holds: 'every view of the log, one file a view',
    imports: ['events', 'lib', 'pricing', 'settings'],
  },
  settings: {
    holds: 'every setting and its schema; the debuggers and language servers that come with Orrery',
    imports: ['lib', 'mcp', 'pricing', 'npm:zod'],
  },
  spending: {
    holds: 'what sessions spent, in cells; reports over many of them; pure',
    imports: ['events', 'lib', 'projections', 'npm:zod'],
  },
  wire: {
    holds: 'messages on a channel, frames, a session’s states in chunks',
    imports: ['lib', 'projections'],
  },
})
