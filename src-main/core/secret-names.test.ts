import { expect, test } from 'vitest'
import { holdsSecret } from './secret-names.ts'

test.each([
  ['OPENAI_API_KEY', 'short', true],
  ['GITHUB_TOKEN', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a', true],
  ['DB_PASSWORD', 'correct-horse-battery-7', true],
  ['POSTGRES_PASSWORD', 'postgres', false],
  ['SSH_KEY_PATH', '/home/ada/.ssh/id_ed25519', false],
  ['SIGNING_KEY_FILE', 'C:\\keys\\signing-2026.pem', false],
  ['GREETING', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a', false],
])('%s=%s is hidden where it is recorded: %s', (name, value, isHidden) => {
  expect(holdsSecret(name, value)).toBe(isHidden)
})
