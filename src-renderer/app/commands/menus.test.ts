import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from './index.ts'

const renderer = join(import.meta.dirname, '../..')

/** For each menu of the window, the commands that do the same from anywhere. */
const commandsOfMenus: Readonly<Record<string, readonly string[]>> = {
  'panel-menu.tsx': ['maximise-panel', 'split-right', 'split-below', 'close-panel'],
  'session-row.tsx': ['open-beside', 'rename-session', 'delete-session'],
  'model-pickers.tsx': ['use-model', 'choose-profile', 'settings-models'],
  'playback-menus.tsx': [
    'play-faster',
    'play-slower',
    'play-waits-in-full',
    'play-waits-quickly',
    'step-next-event',
    'step-previous-run',
    'step-next-error',
  ],
  'timeline-panel.tsx': ['timeline-zoom-in', 'timeline-show-all', 'timeline-toggle-tree'],
  'transport.tsx': ['to-start', 'step-next-event', 'play-faster', 'bookmark'],
  'export-dialog.tsx': ['export-replay'],
  'editor-tabs.tsx': ['compare-file-start', 'compare-file-git', 'compare-file-point'],
  'filter-field.tsx': ['timeline-filter'],
  'terminal-tabs.tsx': ['split-terminal', 'unite-terminals'],
  'run-heads.tsx': ['compare-run'],
  'inspector-panel.tsx': ['fork', 'rewind'],
  'row-view.tsx': ['fork', 'rewind'],
  // These are about one thing in a list: the command leads to it.
  'always-menu.tsx': ['go-to-waiting', 'inbox'],
  'limit-card.tsx': ['go-to-waiting', 'inbox'],
  'model-button.tsx': ['use-model'],
  'amount-form.tsx': ['go-to-waiting', 'inbox', 'use-model'],
  'logs-panel.tsx': ['go-to-logs'],
  'changes-panel.tsx': ['go-to-changes'],
  'code-review-bar.tsx': ['go-to-code-review'],
  'review-dialog.tsx': ['start-code-review'],
  'sessions-panel.tsx': ['go-to-sessions'],
  'search-panel.tsx': ['search'],
  'spending-head.tsx': ['spending'],
  'spending-toolbar.tsx': ['spending'],
}

test('every menu of the window has commands that do the same from anywhere', () => {
  const files = globSync('{app,cards,panels}/**/*.tsx', { cwd: renderer })
  const menus = files.filter((file) =>
    /<Menu(?:Item|Choices|Checks|Switch)\b/.test(readFileSync(join(renderer, file), 'utf8')),
  )
  expect(menus.map((file) => basename(file)).sort()).toEqual(Object.keys(commandsOfMenus).sort())
})

test('they are commands that there are', () => {
  const known = new Set(commands.map(({ id }) => id))
  expect(
    Object.values(commandsOfMenus).flatMap((ids) => ids.filter((id) => !known.has(id))),
  ).toEqual([])
})
