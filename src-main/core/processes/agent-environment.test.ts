import { expect, test } from 'vitest'
import { createAgentEnvironment } from './agent-environment.ts'

const env = {
  PATH: '/bin',
  GITHUB_TOKEN: 'secret',
  DATABASE_URL: 'secret',
  ORRERY_PASSWORD: 'secret',
  SSH_AUTH_SOCK: '/run/agent',
  container: 'docker',
  KEY: 'secret',
}

/** How programs say that a variable is missing. */
const MESSAGES: readonly (readonly [string, string])[] = [
  ['Error: GITHUB_TOKEN is not set', 'GITHUB_TOKEN'],
  ["KeyError: 'DATABASE_URL'", 'DATABASE_URL'],
  ['environment variable "DATABASE_URL" not found', 'DATABASE_URL'],
  ['sh: 1: GITHUB_TOKEN: parameter null or not set', 'GITHUB_TOKEN'],
  ['bash: line 1: GITHUB_TOKEN: unbound variable', 'GITHUB_TOKEN'],
  [`npm error Failed to replace env in config: \${GITHUB_TOKEN}`, 'GITHUB_TOKEN'],
  ['process.env.DATABASE_URL is undefined', 'DATABASE_URL'],
  ['panic: DATABASE_URL must be set: NotPresent', 'DATABASE_URL'],
  ['\x1B[31mDATABASE_URL\x1B[39m is required', 'DATABASE_URL'],
  ['git@github.com: Permission denied (publickey).\r\nfatal: Could not read', 'SSH_AUTH_SOCK'],
  ['root@host: Permission denied (gssapi-keyex,publickey,password).', 'SSH_AUTH_SOCK'],
  ['Could not open a connection to your authentication agent.', 'SSH_AUTH_SOCK'],
  ['Missing required environment variables:\n  - DATABASE_URL\n', 'DATABASE_URL'],
]

test.each(MESSAGES)('finds the withheld variable in “%s”', (text, name) => {
  expect(createAgentEnvironment(env).findWithheldIn(text)).toEqual([name])
})

// CVE-2026-45033 (GitHub Copilot CLI): git obeyed a bare repository that an agent had planted.
test('git gets settings that a planted repository can’t change, behind those a person lets through', () => {
  const person = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'user.name', GIT_CONFIG_VALUE_0: 'Ann' }
  const { read } = createAgentEnvironment({ ...env, ...person }, () => Object.keys(person))
  expect(read()).toMatchObject({
    ...person,
    GIT_CONFIG_COUNT: '4',
    GIT_CONFIG_KEY_1: 'safe.bareRepository',
    GIT_CONFIG_VALUE_1: 'explicit',
    GIT_CONFIG_KEY_2: 'core.fsmonitor',
    GIT_CONFIG_KEY_3: 'protocol.ext.allow',
    GIT_CONFIG_VALUE_3: 'never',
  })
  expect(createAgentEnvironment(person).read()).toMatchObject({
    GIT_CONFIG_COUNT: '3',
    GIT_CONFIG_KEY_0: 'safe.bareRepository',
  })
})

test('finds whole names alone, and no word of prose', () => {
  const { findWithheldIn } = createAgentEnvironment(env)
  const text = 'MY_GITHUB_TOKEN, DATABASE_URLS and PATH; the container has no GITHUB_TOKEN_FILE'
  expect(findWithheldIn(text)).toEqual([])
  expect(findWithheldIn('cp: Permission denied (not publickey-based)')).toEqual([])
  expect(findWithheldIn(`${text} GITHUB_TOKEN`)).toEqual(['GITHUB_TOKEN'])
})

test('names five withheld variables of a text at most', () => {
  const names = Array.from({ length: 9 }, (_, index) => `MANY_${index}`)
  const many = createAgentEnvironment(Object.fromEntries(names.map((name) => [name, 'x'])))
  expect(many.findWithheldIn(names.join(' '))).toEqual(names.slice(0, 5))
})

// google-antigravity/antigravity-cli #781: an agent's command printed keys of its environment.
test('a variable that was allowed counts from the next program on', () => {
  const allowed: string[] = []
  const agent = createAgentEnvironment(env, () => allowed)
  const names = () => Object.keys(agent.read()).filter((name) => !name.startsWith('GIT_'))
  expect(names()).toEqual(['PATH'])
  allowed.push('GITHUB_TOKEN', 'ORRERY_PASSWORD')
  expect(names()).toEqual(['PATH', 'GITHUB_TOKEN'])
  expect(agent.read().GITHUB_TOKEN).toBe('secret')
  expect(agent.findWithheldIn('GITHUB_TOKEN ORRERY_PASSWORD')).toEqual([])
})

test('a trusted file can refer to any variable by name, but to none of Orrery’s', () => {
  const { find } = createAgentEnvironment(env)
  expect(find('DATABASE_URL')).toBe('secret')
  expect([find('ORRERY_PASSWORD'), find('constructor'), find('NONE')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
