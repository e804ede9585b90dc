import { expect, test } from 'vitest'
import { ShortcutTable } from '../../keyboard/shortcuts.ts'
import { commandOf } from '../../panels/timeline/input/timeline-keys.ts'
import { commands } from './index.ts'

const table = new ShortcutTable(commands, {})
const plain = { code: '', shiftKey: false, altKey: false, ctrlKey: false, metaKey: false }

function pressed(key: string, held: Partial<typeof plain> = {}) {
  return commandOf(table, { ...plain, key, ...held })
}

test('arrows step, and with shift and alt move the view', () => {
  expect([
    pressed('ArrowRight'),
    pressed('ArrowLeft', { shiftKey: true }),
    pressed('ArrowLeft', { shiftKey: true, altKey: true }),
    pressed('.'),
  ]).toEqual([
    { type: 'step', step: { stride: 'event', direction: 'next' } },
    { type: 'step', step: { stride: 'call', direction: 'previous' } },
    { type: 'view', act: 'pan-back' },
    { type: 'view', act: 'pan-on' },
  ])
})

test('letters are told apart by shift, signs are not: keyboards differ in where these lie', () => {
  expect([
    pressed('n'),
    pressed('N', { shiftKey: true }),
    pressed('+', { shiftKey: true }),
    pressed('='),
    pressed('/', { shiftKey: true }),
  ]).toEqual([
    { type: 'view', act: 'next-match' },
    { type: 'view', act: 'previous-match' },
    { type: 'view', act: 'zoom-in' },
    { type: 'view', act: 'zoom-in' },
    { type: 'view', act: 'filter' },
  ])
})

test('of keys with the platform’s modifier it takes the one that finds', () => {
  expect([pressed('f', { ctrlKey: true }), pressed('f'), pressed('0', { metaKey: true })]).toEqual([
    { type: 'view', act: 'filter' },
    undefined,
    undefined,
  ])
})

test('arrows step by event, with shift by call, with alt by run', () => {
  const strideOf = (key: Partial<typeof plain>) =>
    commandOf(table, { ...plain, ...key, key: 'ArrowRight' })
  expect([strideOf({}), strideOf({ shiftKey: true }), strideOf({ altKey: true })]).toEqual(
    (['event', 'call', 'run'] as const).map((stride) => ({
      type: 'step',
      step: { stride, direction: 'next' },
    })),
  )
})

test('PageUp goes on by a turn and PageDown back, as on any slider', () => {
  const commands = ['PageUp', 'PageDown'].map((key) => commandOf(table, { ...plain, key }))
  expect(commands).toEqual(
    (['next', 'previous'] as const).map((direction) => ({
      type: 'step',
      step: { stride: 'turn', direction },
    })),
  )
})

test('letters look for what they stand for, with shift backwards', () => {
  expect(commandOf(table, { ...plain, key: 'e' })).toEqual({
    type: 'step',
    step: { stride: 'error', direction: 'next' },
  })
  expect(commandOf(table, { ...plain, shiftKey: true, key: 'M' })).toEqual({
    type: 'step',
    step: { stride: 'bookmark', direction: 'previous' },
  })
  expect(commandOf(table, { ...plain, altKey: true, key: 'e' })).toBeUndefined()
})

test('keys with ctrl or cmd are left to the window', () => {
  expect(commandOf(table, { ...plain, ctrlKey: true, key: 'l' })).toBeUndefined()
})

test('a person’s own keys take the place of those a command came with', () => {
  const own = new ShortcutTable(commands, { 'step-next-event': 'x', 'timeline-zoom-in': null })
  const keys = ['x', 'ArrowRight', '+', 'End'].map((key) => commandOf(own, { ...plain, key }))
  expect(keys).toEqual([
    { type: 'step', step: { stride: 'event', direction: 'next' } },
    undefined,
    undefined,
    { type: 'to-end' },
  ])
})
