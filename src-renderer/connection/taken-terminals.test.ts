import { expect, test } from 'vitest'
import { AppError } from '#shared/lib/app-error.ts'
import { SessionId, SpanId } from '#shared/lib/ids.ts'
import { HeldTerminals } from './taken-terminals.ts'

const ofCall = { sessionId: SessionId.parse('ses_1'), spanId: SpanId.parse('spn_1') }

/** A host's side of holds: each ends when it is told to. */
function holding() {
  const ends: PromiseWithResolvers<void>[] = []
  const held = new HeldTerminals({
    'terminals.hold': async function* () {
      const end = Promise.withResolvers<void>()
      ends.push(end)
      yield {}
      await end.promise
    },
  })
  const heard: string[] = []
  held.onTaken(({ spanId }) => heard.push(spanId))
  return { held, ends, heard }
}

test('a terminal is had from when it was taken here to when the host says that it is over', async () => {
  const { held, ends, heard } = holding()
  expect(held.has(ofCall)).toBe(false)
  await held.take(ofCall)
  expect([held.has(ofCall), heard]).toEqual([true, ['spn_1']])
  const changed = Promise.withResolvers<void>()
  held.subscribe(() => changed.resolve())
  ends[0]?.reject(new AppError('unavailable', 'The connection to the host was lost.'))
  await changed.promise
  expect(held.has(ofCall)).toBe(false)
})

test('taken here twice, it is had until the second is over', async () => {
  const { held, ends } = holding()
  await held.take(ofCall)
  await held.take(ofCall)
  ends[0]?.resolve()
  await ends[0]?.promise
  await Promise.resolve()
  expect(held.has(ofCall)).toBe(true)
  const changed = Promise.withResolvers<void>()
  held.subscribe(() => changed.resolve())
  ends[1]?.resolve()
  await changed.promise
  expect(held.has(ofCall)).toBe(false)
})

test('what the host refuses to give is not had', async () => {
  const held = new HeldTerminals({
    // biome-ignore lint/correctness/useYield: it is refused before anything.
    'terminals.hold': async function* () {
      throw new AppError('conflict', 'That command has ended: there is nothing to take.')
    },
  })
  await expect(held.take(ofCall)).rejects.toMatchObject({ code: 'conflict' })
  expect(held.has(ofCall)).toBe(false)
})
