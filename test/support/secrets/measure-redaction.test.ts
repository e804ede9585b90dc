import { expect, test } from 'vitest'
import { makeCases, redactCase, toRecall } from './measure-redaction.ts'
import type { SecretKind } from './secret-kind.ts'

function kindWritten(write: (secret: string) => string, make: SecretKind['make']): SecretKind {
  return {
    name: 'example',
    source: 'https://example.org',
    make,
    write: { ini: write, yaml: write, json: write, shell: write, prose: write },
  }
}

test('a case counts as found when no third of its secret is left', () => {
  const makeToken: SecretKind['make'] = ({ chars }) => `ghp_${chars('aB3', 36)}`
  const whole = kindWritten((secret) => `a ${secret} b`, makeToken)
  const broken = kindWritten((secret) => `a ${secret.slice(4)} ${secret}`, makeToken)
  expect(toRecall(makeCases([whole]).map(redactCase))).toEqual({ found: 5, total: 5, share: 1 })
  expect(toRecall(makeCases([broken]).map(redactCase))).toEqual({ found: 0, total: 5, share: 0 })
})

test('line ends hide nothing of a secret of several lines', () => {
  const makeLines: SecretKind['make'] = ({ chars }) => `${chars('abc', 20)}\n${chars('abc', 20)}`
  const kind = kindWritten((secret) => JSON.stringify({ note: secret }), makeLines)
  expect(toRecall(makeCases([kind]).map(redactCase)).found).toBe(0)
})

test('secrets are the same in every run, and differ by carrier', () => {
  const kind = kindWritten(String, ({ chars }) => chars('0123456789', 20))
  const secrets = makeCases([kind]).map(({ secret }) => secret)
  expect(makeCases([kind]).map(({ secret }) => secret)).toEqual(secrets)
  expect(new Set(secrets).size).toBe(5)
})

test('a text that lacks its secret is refused', () => {
  const kind = kindWritten(
    () => 'nothing',
    () => 'abcdefgh',
  )
  expect(() => makeCases([kind])).toThrow("doesn't hold its secret")
})
