import { expect } from 'vitest'
import { testCorpus } from '../../../../../test/support/corpus.ts'
import { LIMITED_AT } from '../../../../../test/support/limit-times.ts'
import { limitWordings } from '../../../../../test/support/limit-wordings.ts'
import { toServerError } from '../../../providers/streaming/server-error.ts'
import { findFault } from '../classify-failure.ts'

testCorpus('limit-ends', { cases: limitWordings }, ({ status = 429, headers, body, afterMs }) => {
  const text = JSON.stringify(body ?? { error: { message: 'Too many requests.' } })
  const error = toServerError(new Response(null, { status, headers: { ...headers } }), text)
  const found = findFault([error], error.message, LIMITED_AT)
  expect(found.retryAfterMs).toBe(afterMs)
  if (status !== 400) expect(found).toMatchObject({ isTransient: true })
})
