import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redaction } from '../../src-main/core/redaction/redaction.ts'

/** Texts in which nothing is a secret, so that whatever is taken out is a false positive. */
export interface Sources {
  readonly name: string
  readonly files: readonly string[]
}

export interface FalsePositives {
  readonly name: string
  readonly lines: number
  readonly found: number
}

/** Files of Orrery's tree that hold secrets, or what looks like them, on purpose. */
export const fixtures: readonly string[] = [
  'test/support/secrets/**',
  'test/support/planted-secrets.ts',
  'test/acceptance/traces.test.ts',
  'src-main/core/redaction/**',
  'scripts/redaction-rules/**',
  'scripts/redaction-reference.ts',
  'docs/redaction.md',
  'scripts/pattern-verdicts.json',
  'src-main/core/secrets/redactor.test.ts',
  'src-main/core/secrets/secret-names.test.ts',
  'src-main/core/logging/start-logging.test.ts',
  'src-main/core/providers/network/network.test.ts',
  'src-main/cli/serve/serve-remote-access.test.ts',
  'test/e2e/password.spec.ts',
]

const OWN =
  '{src-*,scripts,test,docs,resources}/**/*.{ts,tsx,mts,mjs,md,json,css,html,py,sh,yml,yaml,toml}'
const packages = ['zod', 'react-dom', '@langchain', 'playwright-core', 'vite']

/** Finds Orrery's own sources, and those of packages that it is built with. */
export function findSources(root: string): readonly Sources[] {
  const own = {
    name: "Orrery's own tree",
    files: globSync(OWN, { cwd: root, exclude: [...fixtures] }),
  }
  const inPackages = packages.map((name) => ({
    name,
    files: globSync(`node_modules/${name}/**/*.{js,cjs,mjs,ts,cts,mts}`, { cwd: root }),
  }))
  return [own, ...inPackages].map(({ name, files }) => ({
    name,
    files: files.map((file) => join(root, file)),
  }))
}

/** Redacts each file, and counts the places where something was taken out. */
export function countFalsePositives({ name, files }: Sources): FalsePositives {
  const redaction = new Redaction([])
  let lines = 0
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    lines += text.split('\n').length
    redaction.text(text)
  }
  const found = redaction.counts.secrets.reduce((sum, { places }) => sum + places, 0)
  return { name, lines, found }
}
