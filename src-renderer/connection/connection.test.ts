import { expect, test, vi } from 'vitest'
import { AppError } from '#shared/lib/app-error.ts'
import type { ClientChannel, Reply, Request } from '#shared/wire/protocol.ts'
import { Connection } from './connection.ts'
import { FrameChannel } from './frame-channel.ts'

/** A far side that answers every call with what it was asked. */
function farSide() {
  const opened: FrameChannel[] = []
  let failure: Error | undefined
  const open = async (): Promise<ClientChannel> => {
    if (failure) throw failure
    const channel: FrameChannel = new FrameChannel({
      send: (frame: readonly Request[]) => {
        channel.receive(
          frame.map(({ id }): Reply => ({ type: 'end', id, value: { answered: true } })),
        )
      },
      close: () => {},
    })
    opened.push(channel)
    return channel
  }
  return {
    open,
    opened,
    failWith: (error: Error | undefined) => {
      failure = error
    },
  }
}

function connect(far: ReturnType<typeof farSide>): Connection {
  const wait = () => new Promise<void>((resolve) => setTimeout(resolve, 1))
  return new Connection({ open: far.open, isDesktop: false, wait })
}

test('it opens, and opens again when it was lost', async () => {
  const far = farSide()
  using connection = connect(far)
  await connection.untilOpen(AbortSignal.timeout(10_000))
  const answer = await connection.client['settings.read']({})
  far.failWith(new Error('unreachable'))
  far.opened[0]?.close()
  await expect.poll(() => connection.state()).toBe('lost')
  await expect(connection.client['settings.read']({})).rejects.toMatchObject({
    code: 'unavailable',
  })
  far.failWith(undefined)
  await connection.untilOpen(AbortSignal.timeout(10_000))
  expect([answer, far.opened.length]).toEqual([{ answered: true }, 2])
})

test('that nobody answers is known after some attempts, and forgotten once somebody does', async () => {
  const far = farSide()
  using connection = connect(far)
  await connection.untilOpen(AbortSignal.timeout(10_000))
  const told: boolean[] = []
  connection.subscribe(() => {
    if (told.at(-1) !== connection.isUnanswered()) told.push(connection.isUnanswered())
  })
  far.failWith(new Error('unreachable'))
  far.opened[0]?.close()
  await expect.poll(() => connection.isUnanswered()).toBe(true)
  far.failWith(undefined)
  await connection.untilOpen(AbortSignal.timeout(10_000))
  expect(told).toEqual([false, true, false])
})

test('a refusal is final, and says why', async () => {
  const far = farSide()
  far.failWith(new AppError('denied', 'This workbench is locked.'))
  using connection = connect(far)
  await expect.poll(() => connection.state()).toBe('refused')
  expect(connection.reason()).toBe('This workbench is locked.')
})

test('a host that asks for its password is sought no more until the right one is entered', async () => {
  const far = farSide()
  const asks = new AppError('denied', 'This workbench is locked.', { data: { asks: 'password' } })
  far.failWith(asks)
  let attempts = 0
  using connection = new Connection({
    open: (): Promise<ClientChannel> => {
      attempts += 1
      return far.open()
    },
    isDesktop: false,
    wait: () => Promise.resolve(),
    signIn: async (password) => {
      if (password !== 'right') throw new AppError('denied', 'That is not it.')
      far.failWith(undefined)
    },
  })
  await vi.waitUntil(() => connection.state() === 'locked')
  await expect(connection.unlock('wrong')).rejects.toThrow('That is not it.')
  expect([connection.state(), attempts]).toEqual(['locked', 1])
  await connection.unlock('right')
  await connection.untilOpen(AbortSignal.timeout(1000))
  expect([connection.state(), attempts]).toEqual(['open', 2])
})

test('a client is asked for what a contract can have, and is no promise', async () => {
  using connection = connect(farSide())
  const { client } = connection
  expect(await Promise.resolve(client)).toBe(client)
  expect(client['settings.read']).toBe(client['settings.read'])
})

test.each([undefined, { asks: 'password' }])(
  'a refused window asking %j opens when another link comes',
  async (data) => {
    const far = farSide()
    far.failWith(new AppError('denied', 'Orrery was restarted.', data && { data }))
    using connection = connect(far)
    await expect.poll(() => connection.state()).toBe(data ? 'locked' : 'refused')
    connection.retry()
    await expect.poll(() => connection.state()).toBe(data ? 'locked' : 'refused')
    far.failWith(undefined)
    connection.retry()
    await connection.untilOpen(AbortSignal.timeout(10_000))
    connection.retry()
    expect([connection.state(), far.opened.length]).toEqual(['open', 1])
  },
)
