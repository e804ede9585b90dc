import { expect, test } from 'vitest'
import { colorOfPlayhead } from './paint.ts'

const palette = { ok: 'green', quietText: 'grey', accent: 'brass' }

test('the playhead is green only while a run is on, and is watched', () => {
  const colors = [true, false].flatMap((isLive) =>
    [true, false].map((isGrowing) => colorOfPlayhead(palette, { isLive, isGrowing })),
  )
  expect(colors).toEqual(['green', 'grey', 'brass', 'brass'])
})
