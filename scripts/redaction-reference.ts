// Writes docs/redaction.md: which secrets exports look for, how many they find, and what they take for
// one by mistake. `npm run redaction` measures everything; a test checks all but the false positives,
// which change with every commit.
import { readFileSync, writeFileSync } from 'node:fs'
import { namedRules, tokenRules } from '../src-main/core/redaction/secret-finders/gitleaks-rules.ts'
import { secretKinds } from '../src-main/core/redaction/secret-finders/secret-kinds.ts'
import {
  makeCases,
  type Recall,
  redactCase,
  type SecretResult,
  toRecall,
} from '../test/support/secrets/measure-redaction.ts'
import { carriers } from '../test/support/secrets/secret-kind.ts'
import { seenKinds } from '../test/support/secrets/seen/index.ts'
import { unseenKinds } from '../test/support/secrets/unseen/index.ts'
import {
  countFalsePositives,
  type FalsePositives,
  findSources,
  fixtures,
} from './redaction-reference/false-positives.ts'

export const REDACTION_REFERENCE = 'docs/redaction.md'
const FALSE_POSITIVES = 'scripts/redaction-reference/false-positives.json'

/** Returns the whole reference, with the false positives as they were last measured. */
export function toRedactionReference(): string {
  // Written by this script.
  const falsePositives = JSON.parse(readFileSync(FALSE_POSITIVES, 'utf8')) as FalsePositives[]
  const seen = makeCases(seenKinds).map(redactCase)
  const unseen = makeCases(unseenKinds).map(redactCase)
  const sections = [
    BEGINNING,
    '## What is looked for',
    LOOKED_FOR,
    list([...new Set(secretKinds.map(({ name }) => name))]),
    GITLEAKS,
    list([...new Set([...tokenRules, ...namedRules].map(({ id }) => id))].toSorted()),
    '## What isn’t looked for',
    NOT_LOOKED_FOR,
    '## How many are found',
    RECALL,
    recallTable(seen, unseen),
    missedSection([...seen, ...unseen]),
    '## What is taken for a secret by mistake',
    PRECISION,
    precisionTable(falsePositives),
    `These files of Orrery's tree hold secrets on purpose, and are left out: ${list(fixtures)}`,
    '## The kinds that are measured',
    list([...seenKinds, ...unseenKinds].map(({ name, source }) => `[${name}](${source})`)),
  ]
  return `${sections.map((section) => section.trim()).join('\n\n')}\n`
}

const list = (items: readonly string[]) => `${items.join(', ')}.`
const toPercent = ({ share }: Recall) => `${(share * 100).toFixed(1)} %`

function recallTable(seen: readonly SecretResult[], unseen: readonly SecretResult[]): string {
  const toRow = (name: string, isPart: (result: SecretResult) => boolean) => {
    const parts = [seen, unseen, [...seen, ...unseen]].map((half) => half.filter(isPart))
    const cells = parts.map((half) => (half.length === 0 ? '' : toCell(toRecall(half))))
    return `| ${[name, ...cells].join(' | ')} |`
  }
  return [
    '| written as | known when the rules were chosen | unknown | all |',
    '| --- | --- | --- | --- |',
    ...carriers.map((carrier) => toRow(carrier, (result) => result.carrier === carrier)),
    toRow('all', () => true),
  ].join('\n')
}

function toCell(recall: Recall): string {
  return `${toPercent(recall)} (${recall.found} of ${recall.total})`
}

function missedSection(results: readonly SecretResult[]): string {
  const missed = results.filter(({ isFound }) => !isFound).map(({ name }) => name)
  return missed.length === 0 ? 'None is missed.' : `Missed: ${list(missed)}`
}

function precisionTable(all: readonly FalsePositives[]): string {
  const toRow = ({ name, lines, found }: FalsePositives) =>
    `| ${name} | ${lines.toLocaleString('en')} | ${found} | ${((found / lines) * 10_000).toFixed(2)} |`
  return [
    '| sources | lines | taken out | per 10,000 lines |',
    '| --- | --- | --- | --- |',
    ...all.map(toRow),
  ].join('\n')
}

const BEGINNING = `# Redaction

What Orrery takes out of what you give to others: exported replays, from the window and from
\`orrery export\`, and the words and errors in traces that go to an OpenTelemetry collector. Each secret becomes
a mark such as \`[password removed]\`; paths of your machine are shortened, and your name and the machine's are
removed. In the host's logs, secrets are taken out as well; paths and names stay.
\`npm run redaction\` writes this page and measures it.

Secrets are recognized by how they look and by what they are called. Read an export before you share it.
`

const LOOKED_FOR = `
- **Values whose name says secret**, such as \`password\`, \`api_key\`, \`clientSecret\`, \`DB_PASS\`, \`X-Auth-Token\` or
  \`--token\`, in any case and with any quotes: in INI, properties, TOML, YAML, JSON, XML, .env files, code,
  addresses, headers, flags of commands, and sentences ("the password is …"). Passwords are also
  known by their names in some other languages, such as “mot de passe”, “contraseña” or “пароль”.
- **Tokens whose form is documented**, wherever they stand.
- **Random values** in the same line as a word for a secret, or as a provider whose secrets have that form.
- **Files and headers with a place for secrets**: private keys, Kubernetes secrets, kubeconfig, Docker and npm
  configurations, .netrc, .pgpass, .curlrc, .htpasswd, connection strings, \`Authorization\` and \`Cookie\` headers,
  passwords and tokens in addresses, and passwords in the arguments of commands such as \`curl -u\`, \`sshpass -p\` and
  \`redis-cli -a\`.

All of it is also found inside JSON that was escaped up to three times, in text that came in pieces, and
between the colors of a terminal. Named values, Kubernetes secrets and private keys are also found in lines with a
prefix, as \`cat -n\`, \`grep -n\`, diffs, editors, quotes and logs of containers write them. Kinds, as an export counts them:
`

const GITLEAKS = `
Tokens and providers come from the rules of [gitleaks](https://github.com/gitleaks/gitleaks) 8.30.1 (MIT), which
\`npm run redaction-rules\` translates, and from prefixes that providers document. The rules:
`

const NOT_LOOKED_FOR = `
- Secrets without a name and a known form: a password by itself, or with its name in another line.
- Passwords of letters only that stand without quotes, except where they fill a line (\`password: letmein\`), follow
  a name in capitals (\`DB_PASS=letmein\`) or are an argument for a password (\`--password letmein\`).
- Passwords that read like code: \`password: get(a1)\`, \`password = options.db\`.
- Values of fewer than four characters; of fewer than six for a password without quotes that fills a line; and of
  fewer than eight where the name says token or key.
- Passwords of several words without quotes that look like a sentence or like names of fields.
- Secrets in pictures, in binary or compressed files, or encoded in another way than base64.
- Secrets that are split over several values, or put together by a program.
- Personal data: names of people, email addresses, telephone numbers, card numbers, addresses of networks.
- Placeholders and references: \`$VAR\`, \`your-key-here\`, \`\${{ secrets.X }}\`, \`<your-key>\`, \`xxx\`, \`process.env.X\`, calls and types in code.
`

const RECALL = `
Each kind is written as INI, YAML, JSON, shell and prose, from its provider's documentation. It counts as
found when neither the secret nor a run of more than a third of it (at least six characters) is left.
`

const PRECISION = `
Everything that is taken out of these sources counts as a mistake, even a password in an example or a test.
`

if (import.meta.main) {
  const falsePositives = findSources('.').map(countFalsePositives)
  writeFileSync(FALSE_POSITIVES, `${JSON.stringify(falsePositives, undefined, 2)}\n`)
  writeFileSync(REDACTION_REFERENCE, toRedactionReference())
  for (const { name, lines, found } of falsePositives)
    console.log(`${name}: ${found} in ${lines} lines`)
}
