import { expect, test } from 'vitest'
import { replayFileName, tellRedacted } from './format-replay.ts'

test('what was taken out is told by kind, and that nothing was', () => {
  expect(tellRedacted({ secrets: [], paths: 0, names: 0 })).toBe(
    'Nothing that looks like a secret was found.',
  )
  const secrets = [
    { kind: 'provider key', count: 2, places: 9 },
    { kind: 'password', count: 1, places: 1 },
  ]
  expect(tellRedacted({ secrets, paths: 12, names: 1 })).toBe(
    'Removed: 2 provider keys, 1 password, in 10 places. Paths shortened in 12 places, user and computer names removed in 1 place.',
  )
})

test('a file is named after its session, and its run', () => {
  expect(replayFileName('Réparer <le> bug/…', undefined)).toBe('orrery-reparer-le-bug.html')
  expect(replayFileName('', 3)).toBe('orrery-session-run-3.html')
})
