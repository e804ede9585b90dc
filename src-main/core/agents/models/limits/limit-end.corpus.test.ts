import { expect } from 'vitest'
import { testCorpus } from '../../../../../test/support/corpus.ts'
import { LIMITED_AT, limitWordings } from '../../../../../test/support/limit-wordings.ts'
import { toServerError } from '../../../providers/server-error.ts'
import { findFault } from '../find-fault.ts'

testCorpus('limit-ends', { cases: limitWordings }, ({ status = 429, headers, body, afterMs }) => {
  const text = JSON.stringify(body ?? { error: { message: 'Too many requests.' } })
  const error = toServerError(new Response(null, { status, headers: { ...headers } }), text)
  const found = findFault([error], error.message, LIMITED_AT)
  expect(found.retryAfterMs).toBe(afterMs)
  if (status !== 400) expect(found).toMatchObject({ isTransient: true })
})
