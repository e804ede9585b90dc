// Writes the rules by which exports know secrets, from the pinned rules of gitleaks. With `--check` it
// only says whether the written ones are current.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GITLEAKS, readGitleaks } from './redaction-rules/read-gitleaks.ts'
import { sortRules, writeRules } from './redaction-rules/write-rules.ts'

const TARGET = 'src-main/core/redaction/secret-finders/gitleaks-rules.ts'

const rules = readGitleaks()
const text = writeRules(rules, readFileSync(join(GITLEAKS, 'LICENSE'), 'utf8'))
const { named, tokens } = sortRules(rules)
const counts = `${named.length + tokens.length} rules from the ${rules.length} of gitleaks`
if (process.argv.includes('--check')) {
  const isCurrent = readFileSync(TARGET, 'utf8') === text
  if (!isCurrent) console.error(`${TARGET} is out of date. Run \`npm run redaction-rules\`.`)
  console.log(`${counts} checked`)
  process.exitCode = isCurrent ? 0 : 1
} else {
  writeFileSync(TARGET, text)
  console.log(`${counts} written to ${TARGET}`)
}
