import { expect, test } from 'vitest'
import { findSecrets } from './secret-names.ts'

const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'

test.each([
  ['OPENAI_API_KEY', 'short', ['short']],
  ['GITHUB_TOKEN', token, [token]],
  ['DB_PASSWORD', 'correct-horse-battery-7', ['correct-horse-battery-7']],
  ['DB_PASSWORD', 'Hunter2!Hunt', ['Hunter2!Hunt']],
  ['DB_PASS', 'Hunter2!Hunt', ['Hunter2!Hunt']],
  ['PGPASSWORD', 'hunter-2x', ['hunter-2x']],
  ['MYSQL_PWD', 'hunter2x', ['hunter2x']],
  ['DATABASE_URL', 'postgres://ada:hunter2x@db.example/shop', ['hunter2x']],
  [
    'SENTRY_DSN',
    'https://0123456789abcdef@o1.ingest.sentry.io/1',
    ['https://0123456789abcdef@o1.ingest.sentry.io/1'],
  ],
  ['DATABASE_URL', 'postgres://postgres:postgres@localhost/dev', []],
  ['POSTGRES_PASSWORD', 'postgres', []],
  ['SSH_KEY_PATH', '/home/ada/.ssh/id_ed25519', []],
  ['SIGNING_KEY_FILE', 'C:\\keys\\signing-2026.pem', []],
  ['PWD', '/home/ada/shop', []],
  ['GREETING', token, []],
  ['HOMEPAGE', 'https://example.com/a:b@c', []],
])('of %s=%s these are hidden where it is recorded: %j', (name, value, hidden) => {
  expect(findSecrets(name, value)).toEqual(hidden)
})
