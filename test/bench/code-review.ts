import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cutPieces } from '#shared/code-review/chunk-diff.ts'
import { parseDiff } from '#shared/code-review/unified-diff.ts'
import type { StoredText } from '#shared/events/value.ts'
import { onlyReview, reads, submits, tells } from '../support/review-agents.ts'
import { openRunFixture, type RunFixture } from '../support/run-fixture.ts'
import { calls, type Steps, scriptAgents, task } from '../support/scripted-agents.ts'
import type { Row } from './row.ts'

const FILES = 10
/** Of each file: together they make a diff of 500 changed lines. */
const LINES = 50

/**
 * What a review of a diff of 500 lines sends to models, beside the same calls with the whole diff in each.
 * One reviewer reads all of it and two a half each; each looks around in two files before it tells.
 */
export async function measureCodeReview(): Promise<readonly Row[]> {
  const all = Array.from({ length: FILES }, (_, index) => index + 1)
  const [first, second] = [all.slice(0, FILES / 2), all.slice(FILES / 2)]
  const script = scriptAgents({
    'Review uncommitted work': [
      calls(task('all', 'logic'), task('half', 'security'), task('rest', 'design')),
      calls(submits([])),
    ],
    all: reviewer(all),
    half: reviewer(first),
    rest: reviewer(second),
  })
  const files = Object.fromEntries(all.map((number) => [nameOf(number), '']))
  await using fixture = await openRunFixture({ script, files, isGit: true })
  for (const number of all) writeFileSync(join(fixture.root, nameOf(number)), contentOf(number))
  await fixture.runs.review(fixture.sessionId, { subject: { type: 'uncommitted' } })
  await fixture.runs.idle(fixture.sessionId)
  const { ours, baseline } = countTokens(fixture)
  const of = 'with the whole diff at every step'
  return [{ what: 'a review of 500 lines: input of all calls', ours, baseline, of, unit: 'tokens' }]
}

function reviewer(pieces: readonly number[]): Steps {
  return [
    calls(reads(...pieces)),
    calls({ name: 'read_file', args: { file_path: `/workspace/${nameOf(pieces[0] ?? 1)}` } }),
    calls({ name: 'grep', args: { pattern: 'compute_1\\b' } }),
    calls(tells([])),
  ]
}

/** By four characters for a token. In the baseline, what a request holds of the diff is all of it. */
function countTokens(fixture: RunFixture): { readonly ours: number; readonly baseline: number } {
  const { diff: stored, pieceTokens, submitted } = onlyReview(fixture)
  if (submitted?.by !== 'orchestrator') throw new Error('Nobody has submitted it.')
  const diff = textOf(fixture, stored)
  const pieces = cutPieces(parseDiff(diff), pieceTokens)
  let [ours, baseline] = [0, 0]
  for (const { body, messages } of fixture.server.requests) {
    const chars = JSON.stringify(body).length
    const held = pieces.filter(({ text }) => messages.some((one) => one.text.includes(text)))
    const heldChars = held.reduce((sum, { text }) => sum + JSON.stringify(text).length, 0)
    ours += chars / 4
    baseline += (chars - heldChars + JSON.stringify(diff).length) / 4
  }
  return { ours, baseline }
}

function textOf({ store }: RunFixture, stored: StoredText): string {
  if (typeof stored === 'string') return stored
  return new TextDecoder().decode(store.blobs.get(stored.ref))
}

function nameOf(number: number): string {
  return `src/part-${number}.ts`
}

function contentOf(number: number): string {
  const lines = Array.from(
    { length: LINES },
    (_, line) => `export const compute_${line} = (input: number) => input * ${number} + ${line}`,
  )
  return `${lines.join('\n')}\n`
}
