import { expect, test } from 'vitest'
import { Password } from './password.ts'

const RIGHT = 'a long enough password'

/** A password that was guessed at so often from one address, and what time it is. */
function guessed(times: number, address = '192.0.2.1') {
  const clock = { at: 0, now: () => clock.at }
  const password = new Password(RIGHT, clock)
  const tried = Array.from({ length: times }, () => password.try('wrong', address).type)
  return { clock, password, tried }
}

test('mistakes are free, and the right password makes them forgotten', () => {
  const { password, tried } = guessed(4)
  expect(tried).toEqual(['wrong', 'wrong', 'wrong', 'wrong'])
  expect(password.try(RIGHT, '192.0.2.1')).toEqual({ type: 'right' })
  expect(password.try('wrong', '192.0.2.1')).toEqual({ type: 'wrong' })
  expect(password.try(RIGHT, '192.0.2.1')).toEqual({ type: 'right' })
})

test('each guess past them doubles the wait, to a minute at most, also for the right one', () => {
  const { clock, password } = guessed(5)
  const waits: number[] = []
  for (let round = 0; round < 8; round++) {
    const tried = password.try(RIGHT, '192.0.2.1')
    if (tried.type !== 'too-soon') throw new Error(`It was ${tried.type}.`)
    waits.push(tried.waitMs)
    clock.at += tried.waitMs
    expect(password.try('wrong', '192.0.2.1').type).toBe('wrong')
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  clock.at += 60_000
  expect(password.try(RIGHT, '192.0.2.1').type).toBe('right')
})

test('nobody waits for what others guess, and after an hour it is forgotten', () => {
  const { clock, password } = guessed(5)
  expect(password.try('wrong', '192.0.2.2').type).toBe('wrong')
  expect(password.try(RIGHT, '::ffff:192.0.2.3').type).toBe('right')
  expect(password.try('wrong', '192.0.2.1').type).toBe('too-soon')
  clock.at += 3_600_000
  expect(password.try('wrong', '192.0.2.1').type).toBe('wrong')
  expect(password.try(RIGHT, '192.0.2.1').type).toBe('right')
})

test('the addresses of one machine count as one, where it has as many as it likes', () => {
  const { password } = guessed(5, '2001:db8:1:2::5')
  const from = (address: string) => password.try(RIGHT, address).type
  expect(from('2001:db8:1:2:ffff::1')).toBe('too-soon')
  expect(from('2001:db8:1:2:3:4:5:6')).toBe('too-soon')
  expect(from('2001:db8:1:3::5')).toBe('right')
  expect(from('::1')).toBe('right')
})
