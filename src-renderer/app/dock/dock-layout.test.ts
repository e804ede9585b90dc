import { expect, test } from 'vitest'
import { defaultLayout, forget, keep, readKept, shapeOf } from './dock-layout.ts'
import type { DockPanel } from './dock-panels.ts'

const size = { width: 1400, height: 600 }

test('a wide dock has the files over the plan, the talk, and the editor over the terminals', () => {
  const { grid, panels } = defaultLayout('wide', size)
  expect(stand(grid.root)).toEqual([['files', 'plan'], 'transcript', ['editor', 'terminals']])
  expect(Object.keys(panels)).toEqual(['files', 'plan', 'transcript', 'editor', 'terminals'])
})

test('what stands beside each other takes all the room there is', () => {
  const { root } = defaultLayout('wide', size).grid
  expect([sum(root), ...columns(root).map(sum)]).toEqual([1400, 600, 600])
})

test('a narrow dock has one group, with the talk in front', () => {
  const { root } = defaultLayout('narrow', { width: 500, height: 600 }).grid
  expect(stand(root)).toEqual(['transcript+files+plan+editor+terminals'])
})

test('a column of a window of two is narrow where a laptop’s window is not', () => {
  expect([shapeOf(613), shapeOf(1226)]).toEqual(['narrow', 'wide'])
})

type Node = ReturnType<typeof defaultLayout>['grid']['root']
type Stand = string | readonly Stand[]

function childrenOf({ data }: Node): readonly Node[] {
  return Array.isArray(data) ? data : []
}

function stand(node: Node): readonly Stand[] {
  return childrenOf(node).map((child) =>
    Array.isArray(child.data) ? stand(child) : child.data.views.join('+'),
  )
}

function columns(node: Node): readonly Node[] {
  return childrenOf(node).filter(({ type }) => type === 'branch')
}

function sum(node: Node): number {
  return childrenOf(node).reduce((total, { size: own = 0 }) => total + own, 0)
}

const known: readonly DockPanel[] = ['files', 'plan', 'transcript', 'editor', 'terminals']
const dock = {
  layout: defaultLayout('wide', { width: 1400, height: 600 }),
  memory: { mates: { editor: 'terminals' }, wentAlong: ['plan'] },
} as const

class MemoryStorage {
  readonly items = new Map<string, string>()
  getItem = (key: string) => this.items.get(key) ?? null
  setItem = (key: string, value: string) => void this.items.set(key, value)
  removeItem = (key: string) => void this.items.delete(key)
}

test('a dock is found as it was left, each shape by itself', () => {
  const kept = new MemoryStorage()
  keep('wide', dock, kept)
  expect([readKept('wide', known, kept), readKept('narrow', known, kept)]).toEqual([
    dock,
    undefined,
  ])
  forget('wide', kept)
  expect(readKept('wide', known, kept)).toBeUndefined()
})

test('what is spoilt, or has a panel that is no more, is not taken', () => {
  const kept = new MemoryStorage()
  for (const spoilt of ['', 'null', '{"layout":{}}', '{"layout":{"grid":{},"panels":7}}']) {
    kept.setItem('orrery.dock.wide', spoilt)
    expect(readKept('wide', known, kept)).toBeUndefined()
  }
  keep('wide', dock, kept)
  expect(readKept('wide', ['files', 'transcript'], kept)).toBeUndefined()
})

test('no panel is narrower than it can be now, whatever it once could', () => {
  const kept = new MemoryStorage()
  const { panels } = dock.layout
  const once = Object.entries(panels).map(([id, panel]) => [id, { ...panel, minimumWidth: 100 }])
  keep('wide', { ...dock, layout: { ...dock.layout, panels: Object.fromEntries(once) } }, kept)
  expect(readKept('wide', known, kept)).toEqual(dock)
  expect(panels.files?.minimumWidth).toBeGreaterThanOrEqual(200)
})

test('a dock that was left with former names of panels has them by their names now', () => {
  const kept = new MemoryStorage()
  const size = { width: 1400, height: 600 }
  const named = (changes: string, codeReview: string, logs: string) => ({
    layout: JSON.parse(
      JSON.stringify(defaultLayout('wide', size))
        .replaceAll('"editor"', `"${changes}"`)
        .replaceAll('"terminals"', `"${logs}"`),
    ),
    memory: { mates: { [codeReview]: changes, plan: logs }, wentAlong: [codeReview] },
  })
  kept.setItem('orrery.dock.wide', JSON.stringify(named('review', 'findings', 'log')))
  const all: readonly DockPanel[] = [
    'files',
    'plan',
    'transcript',
    'changes',
    'code-review',
    'logs',
  ]
  const expected = named('changes', 'code-review', 'logs')
  expect(readKept('wide', all, kept)).toMatchObject({
    layout: { grid: expected.layout.grid },
    memory: expected.memory,
  })
  expect(Object.keys(readKept('wide', all, kept)?.layout.panels ?? {})).toEqual(
    Object.keys(expected.layout.panels),
  )
})
