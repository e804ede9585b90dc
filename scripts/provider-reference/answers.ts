import type { Usage } from '../../src-shared/pricing/pricing.ts'
import type { ExpectedEnd } from '../../test/support/http-faults/http-fault.ts'
import { FAR_OFF_TEXT } from '../../test/support/http-faults/refused.ts'
import { httpFaults } from '../../test/support/http-faults.ts'
import { listedContexts } from '../../test/support/listed-contexts.ts'
import { overflowWordings } from '../../test/support/overflow-wordings.ts'
import type { Bill, UsageShape } from '../../test/support/usage-shapes/usage-shape.ts'
import { usageShapes } from '../../test/support/usage-shapes.ts'
import { toCode, toQuote, toTable } from './table.ts'

/** Tokens and costs, by server. */
export function usageSections(): readonly string[] {
  const servers = [...new Set(usageShapes.map(({ server }) => server))]
  return servers.map((server) => {
    const shapes = usageShapes.filter((shape) => shape.server === server)
    const rows = shapes.map((shape) => [shape.rule, formatUsage(shape), formatBill(shape.bill)])
    return `### ${server}\n\n${toTable(['what the server reports', 'tokens', 'cost (tokens × dollars per million)'], rows)}`
  })
}

const COUNTS: Readonly<Record<keyof Usage, string>> = {
  inputTokens: 'input',
  outputTokens: 'output',
  cacheReadTokens: 'read from cache',
  cacheWriteTokens: 'written to cache',
  cacheWrite1hTokens: 'written for an hour',
  reasoningTokens: 'reasoning',
  audioInputTokens: 'audio in',
  cacheReadAudioTokens: 'audio from cache',
  imageInputTokens: 'images in',
  audioOutputTokens: 'audio out',
  imageOutputTokens: 'images out',
  webSearches: 'web searches',
}

function formatUsage({ usage, isEstimated }: UsageShape): string {
  const counts = Object.entries(COUNTS).flatMap(([name, words]) => {
    const count = Object.entries(usage).find(([each]) => each === name)?.[1]
    return count === undefined ? [] : [`${words} ${count.toLocaleString('en')}`]
  })
  return [...counts, ...(isEstimated ? ['the rest estimated'] : [])].join(', ')
}

function formatBill(bill: Bill): string {
  if (bill === null) return 'unknown'
  if (bill === 'estimated') return 'that of the estimate'
  if ('usd' in bill) return `as reported: $${bill.usd}`
  if (bill.length === 0) return 'free'
  return bill.map(([count, usd]) => `${count.toLocaleString('en')} × ${usd}`).join(' + ')
}

export function contextSection(): string {
  const rows = listedContexts.map(([server, entry, tokens]) => [
    server,
    toCode(JSON.stringify(entry)),
    tokens.toLocaleString('en'),
  ])
  return toTable(['server', 'an entry of its list', 'tokens'], rows)
}

export function overflowSection(): string {
  const rows = overflowWordings.map(({ name, status, words }) => [
    name,
    String(status),
    toQuote(words),
  ])
  return toTable(['server', 'status', 'its words'], rows)
}

export function faultSection(): string {
  const rows = httpFaults.map(({ name, model, expected }) => [
    toQuote(name),
    toCode(model),
    formatEnd(expected),
  ])
  return toTable(['what happens', 'model', 'what Orrery does'], rows)
}

function formatEnd(expected: ExpectedEnd): string {
  const { requests } = expected
  if ('reason' in expected) {
    const after = requests === 1 ? '' : ` (after ${requests} requests)`
    return `fails${after}: ${toQuote(expected.reason.replace(FAR_OFF_TEXT, 'the time that the server named'))}`
  }
  return requests === 1 ? 'uses the answer' : 'sends the request again'
}
