import type { ReviewComment, Severity } from '../events/code-review.ts'
import { fingerprint } from '../lib/fingerprint.ts'
import { escapeMarkdown } from './escape-markdown.ts'
import { leftOutWords, tellCircumstances } from './format-review.ts'
import type { ReviewResult } from './review-result.ts'

const SCHEMA =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'
const ROOT = '%SRCROOT%'

interface SarifOptions {
  /** Of Orrery. */
  readonly version: string
  /** The project's folder from the root of its repository, with slashes, such as `packages/web/`. */
  readonly prefix?: string
}

/** A review as SARIF 2.1.0: one run, a rule for each category. */
export function toSarif(result: ReviewResult, { version, prefix = '' }: SarifOptions): object {
  const { comments, submittedBy, sessionId } = result
  const driver = {
    name: 'Orrery',
    version,
    informationUri: 'https://orrery.dev',
    rules: toRules(comments),
  }
  const toUri = (path: string) => toRelativeUri(prefix + path)
  // Where nothing differed there was nothing to submit.
  const executionSuccessful = submittedBy === 'orchestrator' || sessionId === undefined
  const run = {
    tool: { driver },
    automationDetails: { id: 'orrery-review/' },
    columnKind: 'utf16CodeUnits',
    invocations: [{ executionSuccessful, toolExecutionNotifications: toNotes(result, toUri) }],
    results: toResults(comments, toUri),
  }
  return { $schema: SCHEMA, version: '2.1.0', runs: [run] }
}

type ToUri = (path: string) => string

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
}

/** As code scanning sorts them: critical above 9, high from 7, medium from 4. */
const scores: Readonly<Record<Severity, string>> = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '2.0',
}

function toRules(comments: readonly ReviewComment[]): readonly object[] {
  const byRule = Map.groupBy(comments, toRuleId)
  return [...byRule].map(([id, all]) => {
    // The gravest are first.
    const { category = id, severity = 'low' } = all[0] ?? {}
    const isSecurity = all.some(({ reviewers }) => reviewers.includes('security'))
    const text = toWords(category)
    return {
      id,
      shortDescription: { text },
      fullDescription: { text: `What reviewers found under “${text}”.` },
      help: { text: 'Found by agents that reviewed a change: judge it yourself.' },
      defaultConfiguration: { level: levels[severity] },
      properties: {
        tags: ['review', ...(isSecurity ? ['security'] : [])],
        'security-severity': scores[severity],
      },
    }
  })
}

/** The same for a category however it is written. */
function toRuleId({ category }: Pick<ReviewComment, 'category'>): string {
  const words = category
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return `review/${words ? words.join('-') : fingerprint(category)}`
}

function toResults(comments: readonly ReviewComment[], toUri: ToUri): readonly object[] {
  const seen = new Map<string, number>()
  return comments.map((comment) => {
    const { severity, message, reviewers, movedFrom } = comment
    const artifactLocation = { uri: toUri(comment.file), uriBaseId: ROOT }
    const region = { ...toRegion(comment), ...snippetOf(comment) }
    return {
      ruleId: toRuleId(comment),
      level: levels[severity],
      message: { text: toWords(message), markdown: escapeMarkdown(message) },
      locations: [{ physicalLocation: { artifactLocation, region } }],
      partialFingerprints: { 'orreryFinding/v1': toFingerprint(comment, seen) },
      ...toFixes(comment, artifactLocation),
      properties: { severity, reviewers, ...(movedFrom !== undefined && { movedFrom }) },
    }
  })
}

/** Of what it is about and not where: it stays when lines move. Those that are alike are counted. */
function toFingerprint(comment: ReviewComment, seen: Map<string, number>): string {
  const quote = comment.quote.split('\n').map((line) => line.trim())
  const mark = fingerprint([comment.file, toRuleId(comment), ...quote].join('\n'))
  const count = (seen.get(mark) ?? 0) + 1
  seen.set(mark, count)
  return `${mark}:${count}`
}

function toRegion({ line, endLine = line }: ReviewComment) {
  return { startLine: line, ...(endLine > line && { endLine }) }
}

function snippetOf({ quote }: ReviewComment) {
  return quote === '' ? {} : { snippet: { text: quote } }
}

function toFixes(comment: ReviewComment, artifactLocation: object): object {
  const { suggestion, line, endLine = line } = comment
  if (suggestion === undefined) return {}
  const replacement =
    suggestion === ''
      ? // Lines with their ends; of lines without columns the last end stays.
        { deletedRegion: { startLine: line, startColumn: 1, endLine: endLine + 1, endColumn: 1 } }
      : {
          deletedRegion: toRegion(comment),
          insertedContent: { text: suggestion.replace(/\r?\n$/, '') },
        }
  const artifactChanges = [{ artifactLocation, replacements: [replacement] }]
  return { fixes: [{ description: { text: 'What a reviewer suggests' }, artifactChanges }] }
}

function toNotes(result: ReviewResult, toUri: ToUri): readonly object[] {
  const at = (path: string) => [
    { physicalLocation: { artifactLocation: { uri: toUri(path), uriBaseId: ROOT } } },
  ]
  return [
    ...tellCircumstances(result).map((text) => toNote('circumstance', 'warning', text)),
    ...result.unread.map((path) => ({
      ...toNote('unread', 'warning', 'No reviewer read all of this file.'),
      locations: at(path),
    })),
    ...result.leftOut.map(({ path, why }) => ({
      ...toNote('left-out', 'note', `Left out: ${leftOutWords[why]}.`),
      locations: at(path),
    })),
  ]
}

function toNote(id: string, level: 'note' | 'warning', text: string) {
  return { descriptor: { id: `review/${id}` }, level, message: { text: toWords(text) } }
}

/** In SARIF’s plain text, too, `[words](address)` is a link. */
function toWords(text: string): string {
  return text.toWellFormed().replaceAll('](', '] (')
}

/** Below the root, whatever a diff names. */
function toRelativeUri(path: string): string {
  const parts: string[] = []
  for (const part of path.toWellFormed().split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(encodeURIComponent(part))
  }
  return parts.join('/')
}
