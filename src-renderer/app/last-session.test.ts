import { expect, test } from 'vitest'
import { SessionId } from '#shared/lib/ids.ts'
import { parseRoute } from '../navigation/route.ts'
import { sessionLeft } from './last-session.ts'

const sessions = ['ses_new', 'ses_old'].map((id) => ({ id: SessionId.parse(id) }))

test('a page about all sessions is left for the session before it, with those beside it', () => {
  const left = parseRoute('#/session/ses_old+ses_b')
  expect(sessionLeft(left, sessions)).toBe(left)
})

test('after the welcome it is left for none, and without a page before for what was worked in last', () => {
  expect(sessionLeft(parseRoute('#/'), sessions)).toBeUndefined()
  expect(sessionLeft(undefined, sessions)).toEqual(parseRoute('#/session/ses_new'))
  expect(sessionLeft(undefined, [])).toBeUndefined()
})
