import { expect, test } from 'vitest'
import { defaultLayout } from './default-layout.ts'
import type { DockPanel } from './dock-panels.ts'
import { forget, keep, readKept } from './kept-dock.ts'

const known: readonly DockPanel[] = ['files', 'plan', 'transcript', 'editor', 'terminals']
const dock = {
  layout: defaultLayout('wide', { width: 1400, height: 600 }),
  memory: { mates: { editor: 'terminals' }, wentAlong: ['plan'] },
} as const

class Kept {
  readonly items = new Map<string, string>()
  getItem = (key: string) => this.items.get(key) ?? null
  setItem = (key: string, value: string) => void this.items.set(key, value)
  removeItem = (key: string) => void this.items.delete(key)
}

test('a dock is found as it was left, each shape by itself', () => {
  const kept = new Kept()
  keep('wide', dock, kept)
  expect([readKept('wide', known, kept), readKept('narrow', known, kept)]).toEqual([
    dock,
    undefined,
  ])
  forget('wide', kept)
  expect(readKept('wide', known, kept)).toBeUndefined()
})

test('what is spoilt, or has a panel that is no more, is not taken', () => {
  const kept = new Kept()
  for (const spoilt of ['', 'null', '{"layout":{}}', '{"layout":{"grid":{},"panels":7}}']) {
    kept.setItem('orrery.dock.wide', spoilt)
    expect(readKept('wide', known, kept)).toBeUndefined()
  }
  keep('wide', dock, kept)
  expect(readKept('wide', ['files', 'transcript'], kept)).toBeUndefined()
})

test('no panel is narrower than it can be now, whatever it once could', () => {
  const kept = new Kept()
  const { panels } = dock.layout
  const once = Object.entries(panels).map(([id, panel]) => [id, { ...panel, minimumWidth: 100 }])
  keep('wide', { ...dock, layout: { ...dock.layout, panels: Object.fromEntries(once) } }, kept)
  expect(readKept('wide', known, kept)).toEqual(dock)
  expect(panels.files?.minimumWidth).toBeGreaterThanOrEqual(200)
})
