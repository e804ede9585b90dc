import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/store-fixture.ts'
import { Redactor } from '../secrets/redactor.ts'
import { beginLogs } from './start-logging.ts'

test('redacts known keys and what looks like a secret in messages and fields', async () => {
  using folder = temporaryFolder()
  const secrets = new Redactor()
  secrets.hide('plain-looking-key')
  const redact = (text: string) => secrets.redact(text)
  await using owned = new AsyncDisposableStack()
  const clock = { now: () => 1_000 }
  const logs = beginLogs({ dataDir: folder.path, clock, env: {} }, { secrets, redact }, owned)
  const id = logs.after(0).at(-1)?.id ?? 0
  logs.write('error', {
    module: 'host',
    message: 'Refused plain-looking-key at postgres://ada:wonderland@db/shop.',
    fields: { command: 'curl -u admin:letmein', more: [{ line: 'DB_PASS=P@ss;w0rd!' }], count: 2 },
  })
  const [line] = logs.after(id)
  expect([line?.message, line?.fields]).toEqual([
    'Refused [key] at postgres://ada:[password removed]@db/shop.',
    {
      command: 'curl -u admin:[password removed]',
      more: [{ line: 'DB_PASS=[secret value removed]' }],
      count: 2,
    },
  ])
})
