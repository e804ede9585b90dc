import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TypedAhead } from './type-ahead.ts'

beforeEach(() => void vi.stubGlobal('window', new EventTarget()))
afterEach(() => void vi.unstubAllGlobals())

/** Whether it was taken by whoever holds what is typed. */
function press(key: string, held: { readonly ctrlKey?: boolean } = {}): boolean {
  const event = Object.assign(new Event('keydown', { cancelable: true }), { key, ...held })
  return !window.dispatchEvent(event)
}

test('what is typed is held until the field is there, and then no more', () => {
  const ahead = new TypedAhead()
  ahead.hold(() => {})
  expect(['g', 'o', 'x', 'Backspace', 'Enter'].map((key) => press(key))).not.toContain(false)
  expect(press('k', { ctrlKey: true })).toBe(false)
  expect(ahead.take()).toEqual({ text: 'go', isEntered: true })
  expect(press('g')).toBe(false)
})

test('Escape gives up a field that does not come', () => {
  const ahead = new TypedAhead()
  const giveUp = vi.fn<() => void>()
  ahead.hold(giveUp)
  press('g')
  press('Escape')
  expect(giveUp).toHaveBeenCalledOnce()
  expect([press('g'), ahead.take()]).toEqual([false, { text: '', isEntered: false }])
})
