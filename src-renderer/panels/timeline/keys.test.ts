import { expect, test } from 'vitest'
import { commandOf, type Key } from './keys.ts'

function pressed(key: string, held: Partial<Key> = {}) {
  return commandOf({
    ...{ key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false },
    ...held,
  })
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
