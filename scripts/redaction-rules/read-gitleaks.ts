import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'

const Rule = z.object({
  id: z.string(),
  description: z.string(),
  /** In the syntax of Go; a rule for the names of files has none. */
  regex: z.string().optional(),
  entropy: z.number().optional(),
  keywords: z.array(z.string()).default([]),
})
export type GitleaksRule = z.infer<typeof Rule>

const Config = z.object({ rules: z.array(Rule) })

export const GITLEAKS = join(import.meta.dirname, 'gitleaks')

/** Reads the pinned rules of gitleaks. */
export function readGitleaks(): readonly GitleaksRule[] {
  return Config.parse(parse(readFileSync(join(GITLEAKS, 'gitleaks.toml'), 'utf8'))).rules
}
