import { below } from './folder-rule.ts'

export const rendererRules = below('src-renderer', {
  '.': {
    holds: 'the entry of the window',
    imports: ['app', 'connection', 'ui/styles', 'src-shared/**', 'npm:*'],
  },
  cards: {
    holds:
      'what asks something of a person or tells of agents, wherever it is shown: a thread’s messages, an author',
    imports: [
      'connection',
      'queries',
      'session',
      'ui/buttons',
      'ui/loading',
      'ui/text',
      'src-shared/**',
      'npm:*',
    ],
  },
  'cards/approvals': {
    holds: 'what waits for a decision: approvals, questions, amounts, limits',
    imports: [
      'cards',
      'cards/calls',
      'queries',
      'session',
      'ui/browser',
      'ui/buttons',
      'ui/forms',
      'ui/lists',
      'ui/loading',
      'ui/markdown',
      'ui/overlays',
      'ui/text',
      'src-shared/**',
      'npm:*',
    ],
  },
  'cards/calls': {
    holds: 'tool calls: arguments, title, result, a call that a crash interrupted',
    imports: [
      'cards',
      'queries',
      'session',
      'ui/buttons',
      'ui/lists',
      'ui/loading',
      'ui/text',
      'src-shared/**',
      'npm:*',
    ],
  },
  'cards/code-review': {
    holds: 'a finding, its buttons, a review’s summary',
    imports: [
      'session',
      'session/agents',
      'session/code-review',
      'ui/buttons',
      'ui/markdown',
      'ui/overlays',
      'ui/styles',
      'ui/text',
      'src-shared/**',
      'npm:*',
    ],
  },
  'cards/provider-keys': {
    holds: 'entering and checking a provider’s key',
    imports: ['connection', 'queries', 'ui/buttons', 'ui/forms', 'src-shared/**', 'npm:*'],
  },
  connection: {
    holds:
      'the channel to the host: sign-in, open, reconnect with backoff; the contract’s client as a React context; terminals that this window took',
    imports: ['src-shared/**', 'npm:*'],
  },
  keyboard: {
    holds: 'key names, the table of shortcuts, Escape',
    imports: ['src-shared/**', 'npm:*'],
  },
  navigation: {
    holds: 'the route in the address, where a link leads, what a search asked to show',
    imports: ['ui/browser', 'src-shared/**', 'npm:*'],
  },
  queries: {
    holds:
      'documents over the contract by TanStack Query: keys, hooks, invalidation, deleting; a command’s state',
    imports: ['connection', 'ui/overlays', 'src-shared/**', 'npm:*'],
  },
  replay: {
    holds: 'the page of an exported session',
    imports: [
      'app/accessibility',
      'app/commands',
      'app/frame',
      'connection',
      'keyboard',
      'navigation',
      'panels/changes',
      'panels/code-review',
      'panels/debugger',
      'panels/files',
      'panels/inspector',
      'panels/plan',
      'panels/preview',
      'panels/tasks',
      'panels/terminals',
      'panels/timeline',
      'panels/transcript',
      'panels/usage',
      'panels/viewer',
      'queries',
      'session',
      'ui/buttons',
      'ui/loading',
      'ui/panels',
      'ui/styles',
      'ui/text',
      'src-shared/**',
      'npm:*',
    ],
  },
  session: {
    holds:
      'an open session: context, selectors of projections, commands, selection, the tree of files at the playhead',
    imports: [
      'connection',
      'queries',
      'session/drafts',
      'session/store',
      'ui/browser',
      'src-shared/**',
      'npm:*',
    ],
  },
  'session/agents': {
    holds: 'an agent’s colour and name',
    imports: ['session', 'src-shared/**', 'npm:*'],
  },
  'session/changes': {
    holds: 'which files have changes to review at the playhead, and their hunks',
    imports: ['session', 'session/store', 'ui/browser', 'src-shared/**', 'npm:*'],
  },
  'session/code-review': {
    holds: 'code reviews at the playhead and what can be done with their findings',
    imports: ['connection', 'navigation', 'session', 'session/store', 'src-shared/**', 'npm:*'],
  },
  'session/drafts': {
    holds: 'unsaved edits of files and the unsent prompt',
    imports: ['ui/browser', 'src-shared/**', 'npm:*'],
  },
  'session/store': {
    holds:
      'the folded log: session store, playhead, playback speed, undo journal, clock, following the host',
    imports: ['connection', 'src-shared/**', 'npm:*'],
  },
  ui: {
    holds: 'the JSX runtime that shows invisible characters (package.json names it here)',
    imports: ['ui/text', 'npm:*'],
  },
  'ui/browser': {
    holds:
      'what the browser offers: storage, downloads, idle time, the time of day, notification permission',
    imports: ['src-shared/**', 'npm:*'],
  },
  'ui/buttons': {
    holds: 'buttons, chips, meters, marks',
    imports: ['ui/styles', 'ui/tooltip', 'npm:*'],
  },
  'ui/forms': {
    holds: 'fields, switches, amounts',
    imports: ['ui/buttons', 'ui/loading', 'ui/styles', 'ui/text', 'npm:*'],
  },
  'ui/lists': {
    holds: 'virtualized rows, lists that follow their end, list keys',
    imports: ['ui/styles', 'ui/text', 'npm:*'],
  },
  'ui/loading': {
    holds: 'components loaded on first use; empty, loading and failure notices',
    imports: ['ui/styles', 'npm:*'],
  },
  'ui/markdown': {
    holds: 'Markdown as React elements',
    imports: ['ui/loading', 'ui/text', 'src-shared/**', 'npm:*'],
  },
  'ui/overlays': {
    holds: 'dialogs, menus, popovers, confirmations, toasts, and which of them is on top',
    imports: [
      'keyboard',
      'ui/buttons',
      'ui/lists',
      'ui/loading',
      'ui/styles',
      'src-shared/**',
      'npm:*',
    ],
  },
  'ui/panels': {
    holds: 'a panel’s bar, landmark, tabs, error boundary, what a hidden panel keeps',
    imports: ['ui/buttons', 'ui/loading', 'ui/styles', 'ui/text', 'src-shared/**', 'npm:*'],
  },
  'ui/styles': {
    holds: 'tokens, base styles, class names, the theme and its changes',
    imports: ['src-shared/**'],
  },
  'ui/text': {
    holds:
      'text for people: formats of numbers and times, invisible characters, a diff of lines, copying',
    imports: ['ui/buttons', 'ui/styles', 'src-shared/**', 'npm:*'],
  },
  'ui/tooltip': {
    holds: 'tooltips',
    imports: ['ui/loading', 'npm:*'],
  },
})
