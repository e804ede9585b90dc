import { expect, test } from 'vitest'
import { AppError } from '#shared/lib/app-error.ts'
import { sendAndMark } from './use-finding-commands.ts'

const done = async () => {}
const fail = () => Promise.reject(new AppError('conflict', 'It was dismissed.'))

test('what was sent and could not be marked so is told, and does not pass for what was not sent', async () => {
  expect(await sendAndMark({ send: done, mark: done })).toBeUndefined()
  expect(await sendAndMark({ send: done, mark: fail })).toBe(
    'Sent to the agent, but not marked so: It was dismissed.',
  )
  await expect(sendAndMark({ send: fail, mark: done })).rejects.toThrow('It was dismissed.')
})
