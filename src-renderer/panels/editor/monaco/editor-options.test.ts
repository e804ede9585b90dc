import { expect, test } from 'vitest'
import { toHexColor } from './editor-options.ts'

test('colours are written as the editor takes them', () => {
  expect(toHexColor('#0d0f13')).toBe('#0d0f13')
  expect(toHexColor('rgba(116, 196, 147, 0.5)')).toBe('#74c49380')
})
