import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeWindow, type WindowState } from './window-bounds.ts'

const screen = { x: 0, y: 25, width: 1920, height: 1055 }
const beside = { x: 1920, y: 0, width: 2560, height: 1440 }
const leftAt = (x: number, y: number, width = 1200, height = 800): WindowState => ({
  bounds: { x, y, width, height },
  isMaximized: false,
  isFullScreen: false,
})

test('a window opens where it was left, also on another screen', () => {
  const there = { x: 2000, y: 100, width: 1200, height: 800 }
  expect(placeWindow(leftAt(2000, 100), [screen, beside])).toEqual(there)
})

test('the first one, and one whose screen is gone, opens where the system puts it', () => {
  expect(placeWindow(undefined, [screen])).toEqual({ width: 1440, height: 900 })
  expect(placeWindow(leftAt(2000, 100), [screen])).toEqual({ width: 1200, height: 800 })
})

test('one that has to be made narrower is not left beside its screen', () => {
  expect(placeWindow(leftAt(-1821, 25, 1941), [screen])).toEqual({ width: 1920, height: 800 })
})

test('wherever it was left, its title bar can be taken hold of', () => {
  const place = fc.integer({ min: -6000, max: 6000 })
  const size = fc.integer({ min: 1, max: 6000 })
  const law = fc.property(place, place, size, size, (x, y, width, height) => {
    const placed = placeWindow(leftAt(x, y, width, height), [screen, beside])
    const { x: left, y: top } = placed
    if (left === undefined || top === undefined) return
    const isHeld = [screen, beside].some(
      (each) =>
        Math.min(left + placed.width, each.x + each.width) - Math.max(left, each.x) >= 100 &&
        top >= each.y &&
        top + 40 <= each.y + each.height,
    )
    expect(isHeld).toBe(true)
  })
  fc.assert(law)
})
