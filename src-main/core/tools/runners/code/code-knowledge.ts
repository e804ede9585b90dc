import type { FoundSymbol } from '../../../code/facts/find-symbols.ts'
import type { Progress } from '../../../code/index-files.ts'
import { toAgentPath } from '../../../workspace/paths/agent-path.ts'
import { boundLines } from '../../answers/bound-lines.ts'
import { getArchitectureKnowledge } from '../../catalogue/code/get-architecture-knowledge.ts'
import { searchSymbols } from '../../catalogue/code/search-symbols.ts'
import { defineRunner } from '../../context/define-runner.ts'
import { linesOf, textOf } from '../../definition/define-tool.ts'
import { toProjectPath } from './project-path.ts'

const NOTHING =
  'There is nothing yet: the project has no code in a language that is known, as far as search sees its files.'

const MAX_NAMED = 5

export const searchSymbolsRunner = defineRunner(searchSymbols, {
  run: async ({ query, kind, path, limit }, context) => {
    const { code, workspace, signal } = context
    const below = path === undefined ? '' : await toProjectPath(context, path)
    const search = { root: workspace.root, query, kind, path: below, limit, signal }
    const { symbols, total, progress } = await code.findSymbols(search)
    const left = total - symbols.length
    const lines = [
      ...symbols.map(toLine),
      ...(total === 0 ? [`Nothing is defined by a name like ${textOf(query)}.`] : []),
      ...(left > 0
        ? [`[${left} more fit less well. Give more of the name, a kind or a path.]`]
        : []),
      ...notesOf(progress),
    ]
    const text = boundLines(lines, 'Give more of the name, a kind or a path.')
    return { text, display: { type: 'list', items: symbols.length } }
  },
})

function toLine({ path, line, kind, name, container, signature }: FoundSymbol): string {
  const whole = container === '' ? name : `${container}.${name}`
  return `${toAgentPath(path)}:${line} ${kind} ${whole} — ${signature}`
}

export const getArchitectureKnowledgeRunner = defineRunner(getArchitectureKnowledge, {
  run: async ({ topic }, { code, workspace, signal }) => {
    const { text, progress } = await code.describe({ root: workspace.root, topic, signal })
    const known = text === '' ? NOTHING : text
    const whole = [known, ...notesOf(progress)].join('\n')
    return { text: whole, display: { type: 'text', lines: linesOf(text).length } }
  },
})

/** Names the files that an answer about code doesn't cover, as sentences. */
function notesOf({ pending, left, unread, unknown }: Progress): readonly string[] {
  const endings = Object.entries(unknown).slice(0, MAX_NAMED)
  const named = endings.map(([ending, amount]) => `${ending} (${amount})`).join(', ')
  const failed = unread.slice(0, MAX_NAMED).map(toAgentPath).join(', ')
  return [
    ...(pending > 0 ? [`Still to be read: ${filesOf(pending)}. Ask again for all of it.`] : []),
    ...(left > 0 ? [`Not read, because there are too many: ${filesOf(left)}.`] : []),
    ...(unread.length > 0
      ? [`${filesOf(unread.length)} could not be read, being too large or no text: ${failed}.`]
      : []),
    ...(named === '' ? [] : [`Files of languages that are not known: ${named}.`]),
  ]
}

function filesOf(amount: number): string {
  return amount === 1 ? '1 file' : `${amount} files`
}
