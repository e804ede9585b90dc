import { expect, test } from 'vitest'
import { contract } from '../index.ts'

const sessionId = 'ses_1'
const decision = { sessionId, approvalId: 'apr_1', decision: 'reject' }

test.each([
  ['approvals.decide', decision, { mesage: 'No.' }],
  ['calls.resolve', { sessionId, spanId: 'spn_1', resolution: 'skip' }, { mesage: 'No.' }],
  ['settings.change', { budgets: { month: 20 } }, { budget: { month: 20 } }],
  ['settings.change', { budgets: { month: 20 } }, { budgets: { mnth: 20 } }],
  ['settings.change', {}, { models: { 'a:b': { cost: { inputUsd: 1 } } } }],
  ['settings.change', {}, { models: { 'a:b': { price: { inputUsd: 1, outputUsd: 1, in: 2 } } } }],
  ['settings.change', {}, { limits: { toolcalls: 5 } }],
  ['sessions.create', { projectId: 'prj_1' }, { profil: 'restricted' }],
  ['sessions.configure', { sessionId }, { profil: 'restricted' }],
  ['sessions.send', { sessionId, text: 'go' }, { limits: { costUSD: 1 } }],
  ['sessions.resume', { sessionId }, { limits: { cost: 1 } }],
] as const)('%s refuses a key that it would ignore', (path, input, unknown) => {
  const { input: schema } = contract[path]
  expect(schema.safeParse(input).success).toBe(true)
  expect(schema.safeParse({ ...input, ...unknown }).error?.issues[0]?.code).toBe(
    'unrecognized_keys',
  )
})
