import type { FoundPlace, SemanticAnswer } from '../../../semantic-search/project-search.ts'
import { boundLines } from '../../answers/bound-lines.ts'
import { searchVectorDb } from '../../catalogue/code/search-vector-db.ts'
import { defineRunner } from '../../context/define-runner.ts'

const MAX_FILES = 20_000
const SHOWN_LINES = 24

export const searchVectorDbRunner = defineRunner(searchVectorDb, {
  run: async ({ query: question, path, limit }, context) => {
    const { workspace, signal, progress, semantic, embedding } = context
    const { items, isComplete } = await workspace.glob({
      pattern: '**',
      path: '/workspace',
      maxFiles: MAX_FILES,
      signal,
    })
    const paths = items.map((item) => item.replace(/^\/workspace\//, ''))
    const answer = await semantic.find({
      ...{ root: workspace.root, paths, question, limit, signal, progress, embedding },
      under: toUnder(path),
    })
    const { found } = answer
    const files = new Set(found.map((place) => place.path)).size
    const told = found.flatMap((place) => [...toLines(place, question), ''])
    const nothing = found.length === 0 ? ['Nothing was found.'] : []
    const cut = isComplete ? [] : [`[Only the first ${MAX_FILES} files were looked at.]`]
    const lines = [...told, ...nothing, ...toHow(answer), ...cut]
    const display = { type: 'matches', matches: found.length, files } as const
    return { text: boundLines(lines, 'Ask for fewer, or name a folder.'), display }
  },
})

function toUnder(path: string | undefined): string {
  const inside = (path ?? '').replace(/^\/?(?:workspace(?:\/|$))?/, '').replace(/(?<!\/)\/+$/, '')
  return inside === '' ? '' : `${inside}/`
}

function toLines({ path, start, text }: FoundPlace, question: string): readonly string[] {
  const lines = text.split('\n')
  const from = bestStart(lines, question)
  const shown = lines.slice(from, from + SHOWN_LINES)
  const first = start + from
  const head = `/workspace/${path}:${first}-${first + shown.length - 1}`
  return [head, ...shown.map((line, at) => `  ${first + at}: ${line}`)]
}

/** Where those lines begin that say most of the question. */
function bestStart(lines: readonly string[], question: string): number {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  const counts = lines.map(
    (line) => words.filter((word) => line.toLowerCase().includes(word)).length,
  )
  const best = counts.indexOf(Math.max(...counts))
  const latest = Math.max(0, lines.length - SHOWN_LINES)
  return Math.min(Math.max(0, best - SHOWN_LINES / 3), latest)
}

/** By what it was found, and how fresh that is. */
function toHow({ pieces, meaning }: SemanticAnswer): readonly string[] {
  const looked = `${pieces} pieces of files, as they are now`
  if (!meaning) {
    return [
      `[By words, in ${looked}. By meaning too once an embedding model is chosen under Settings › Tools.]`,
    ]
  }
  const { model, missing, tokens, costUsd, failure } = meaning
  const cost = costUsd === null ? 'unpriced' : `$${costUsd.toFixed(4)}`
  const spent = `${tokens} tokens were embedded for it (${cost}).`
  if (failure !== undefined) return [`[By words alone, in ${looked}: ${failure} ${spent}]`]
  const rest = missing > 0 ? ` ${missing} pieces are known by their words alone so far.` : ''
  return [`[By words and by meaning (${model}), in ${looked}.${rest} ${spent}]`]
}
