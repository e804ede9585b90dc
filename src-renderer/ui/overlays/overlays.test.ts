import { expect, test } from 'vitest'
import { Overlays } from './overlays.ts'

function open(overlays: Overlays, title: string, hasInput: boolean, closed: string[]): () => void {
  return overlays.add({ title, hasInput: () => hasInput, close: () => closed.push(title) })
}

test('closes the overlay that was opened last first', () => {
  const overlays = new Overlays()
  const closed: string[] = []
  open(overlays, 'Settings', false, closed)
  const remove = open(overlays, 'Menu', false, closed)
  open(overlays, 'Dialog', false, closed)
  remove()
  overlays.closeAll()
  expect(closed).toEqual(['Dialog', 'Settings'])
})

test('finds the overlay that holds input', () => {
  const overlays = new Overlays()
  open(overlays, 'Settings', false, [])
  expect(overlays.findWithInput()).toBeUndefined()
  open(overlays, 'Fork', true, [])
  expect(overlays.findWithInput()?.title).toBe('Fork')
})
