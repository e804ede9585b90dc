import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { carriers, type SecretSource } from '../secret-kind.ts'
import { unseenKinds } from './index.ts'

/** Returns a source that gives the same characters for the same seed. */
function createSource(seed: string): SecretSource {
  let drawn = 0
  return {
    chars: (alphabet, length) =>
      Array.from({ length }, () => {
        drawn += 1
        const hash = createHash('sha256').update(`${seed}:${drawn}`).digest()
        return alphabet[hash.readUInt32BE(0) % alphabet.length]
      }).join(''),
  }
}

const samples = unseenKinds.flatMap((kind) =>
  ['first', 'second'].map((seed) => ({ kind, secret: kind.make(createSource(seed)) })),
)

it('has at least 62 kinds, each with a name and a source of its own', () => {
  const names = new Set(unseenKinds.map(({ name }) => name))
  expect(names.size).toBe(unseenKinds.length)
  expect(unseenKinds.length).toBeGreaterThanOrEqual(62)
  expect(unseenKinds.filter(({ source }) => !URL.canParse(source))).toEqual([])
})

it('makes another secret from another seed', () => {
  const secrets = new Set(samples.map(({ secret }) => secret))
  expect(secrets.size).toBeGreaterThan(unseenKinds.length)
  for (const kind of unseenKinds) {
    expect(kind.make(createSource('a')), kind.name).not.toBe(kind.make(createSource('b')))
  }
})

it('writes the secret into every carrier', () => {
  const missing = samples.flatMap(({ kind, secret }) =>
    carriers
      .filter((carrier) => !kind.write[carrier](secret).includes(secret))
      .map((carrier) => `${kind.name}: ${carrier}`),
  )
  expect(missing).toEqual([])
})

it('writes YAML and JSON that parse', () => {
  for (const { kind, secret } of samples) {
    expect(() => JSON.parse(kind.write.json(secret)), kind.name).not.toThrow()
    expect(parseDocument(kind.write.yaml(secret)).errors, kind.name).toEqual([])
  }
})
