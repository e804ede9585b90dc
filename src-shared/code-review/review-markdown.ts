import type { LeftOut, ReviewComment } from '../events/code-review.ts'
import { codeSpan, escapeMarkdown, escapeWords, fenced } from './escape-markdown.ts'
import {
  countSeverities,
  leftOutWords,
  tellCircumstances,
  tellPlace,
  tellVerdict,
} from './format-review.ts'
import type { ReviewAgent, ReviewResult } from './review-result.ts'

/** What GitHub takes of a comment is 65,536 characters; there is room for what is said around it. */
const MAX_CHARS = 60_000
const MAX_NAMED = 100

/**
 * A review for a pull request. Of very many comments the last, least grave, are counted only, so that it
 * stays within `maxChars`.
 */
export function toMarkdown(
  result: ReviewResult,
  { maxChars = MAX_CHARS }: { readonly maxChars?: number } = {},
): string {
  const headline = `## Review: ${tellVerdict(result).toLowerCase()}`
  const head = [headline, escapeMarkdown(result.summary), ...toCounts(result)]
  const foot = [...toNotes(result), toCosts(result)]
  const around = [...head, ...foot].join('\n\n').length
  const comments = fill(result.comments, maxChars - around)
  return `${[...head, ...comments, ...foot].filter(Boolean).join('\n\n')}\n`
}

function toCounts({ comments }: ReviewResult): readonly string[] {
  if (comments.length === 0) return []
  const rows = countSeverities(comments).map(
    ({ severity, count }) => `| ${capital(severity)} | ${count} |`,
  )
  return [['| Severity | Comments |', '| --- | ---: |', ...rows].join('\n')]
}

/** Under a heading for each severity, as far as there is room. */
function fill(comments: readonly ReviewComment[], room: number): readonly string[] {
  const blocks: string[] = []
  let left = room
  for (const [index, comment] of comments.entries()) {
    const isFirst = comments[index - 1]?.severity !== comment.severity
    const text = toComment(comment)
    const block = isFirst ? `### ${capital(comment.severity)}\n\n${text}` : text
    left -= block.length + 2
    if (left < 0) {
      const more = comments.length - index
      return [...blocks, `${more === 1 ? '1 more comment is' : `${more} more are`} left out here.`]
    }
    blocks.push(block)
  }
  return blocks
}

function toComment(comment: ReviewComment): string {
  const { category, reviewers, message, suggestion } = comment
  const about = [
    `**${codeSpan(tellPlace(comment))}**`,
    escapeWords(category),
    ...(reviewers.length > 0 ? [`found by ${reviewers.map(escapeWords).join(', ')}`] : []),
  ]
  const blocks = [about.join(' · '), escapeMarkdown(message)]
  if (suggestion !== undefined) blocks.push(fenced(suggestion.replace(/\n$/, ''), 'suggestion'))
  return blocks.join('\n\n')
}

function toNotes(result: ReviewResult): readonly string[] {
  const { unread, leftOut } = result
  return [
    ...tellCircumstances(result).map((sentence) => `> ${escapeWords(sentence)}`),
    ...fold('Read by no reviewer', unread.map(codeSpan)),
    ...fold('Left out', leftOut.map(toLeftOut)),
  ]
}

function toLeftOut({ path, why }: LeftOut): string {
  return `${codeSpan(path)}: ${leftOutWords[why]}`
}

function fold(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return []
  const files = items.length === 1 ? '1 file' : `${items.length} files`
  const rows = items.slice(0, MAX_NAMED).map((item) => `- ${item}`)
  const more = items.length > MAX_NAMED ? [`- and ${items.length - MAX_NAMED} more`] : []
  const summary = `<details><summary>${title}: ${files}</summary>`
  return [[summary, '', ...rows, ...more, '', '</details>'].join('\n')]
}

function toCosts({ tokensUsed, costUsd, agents }: ReviewResult): string {
  if (tokensUsed === 0) return ''
  const all = `${toNumber(tokensUsed)} tokens, ${toCost(costUsd)}`
  const each = agents.map(toAgent)
  return `<sub>Reviewed by agents of Orrery: ${[all, ...each].join(' · ')}</sub>`
}

function toAgent({ name, inputTokens, outputTokens, costUsd }: ReviewAgent): string {
  return `${escapeWords(name)}: ${toNumber(inputTokens + outputTokens)} tokens, ${toCost(costUsd)}`
}

function toNumber(count: number): string {
  return count.toLocaleString('en-US')
}

function toCost(costUsd: number | null): string {
  if (costUsd === null) return 'price unknown'
  return costUsd === 0 ? '\\$0' : `\\$${costUsd.toFixed(costUsd < 1 ? 3 : 2)}`
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
