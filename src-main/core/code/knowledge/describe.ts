import type { Topic } from '../facts/code-facts.ts'
import type { CallGraph, NodeId } from './call-graph.ts'
import { describeEndpoints, describeMiddleware } from './endpoints.ts'
import { findGroups, findRound } from './find-cycles.ts'
import { cutLine, type Knowledge, type Section } from './knowledge.ts'
import { describeModels } from './models.ts'
import { describeOverview } from './overview.ts'
import { describePatterns } from './patterns.ts'

/** Of an answer in all. */
export const MAX_CHARS = 12_000

const CUT = '[More is left out: ask for one topic.]'

const MAX_HUBS = 8
const MAX_CYCLES = 4
const MAX_ROUND = 8

const SECTIONS: Readonly<Record<Exclude<Topic, 'all'>, (knowledge: Knowledge) => Section>> = {
  overview: describeOverview,
  patterns: describePatterns,
  call_graph: describeCalls,
  middleware: describeMiddleware,
  endpoints: describeEndpoints,
  models: describeModels,
}

/** What is known of a topic, as it is to be read; the same for the same files. `''`: there is no code. */
export function describeProject(knowledge: Knowledge, topic: Topic): string {
  if (knowledge.files.size === 0) return ''
  const chosen = topic === 'all' ? Object.values(SECTIONS) : [SECTIONS[topic]]
  const texts = chosen.map((describe) => toText(describe(knowledge)))
  return bound(texts.join('\n\n'))
}

function toText({ title, lines, none }: Section): string {
  return [`## ${title}`, ...(lines.length > 0 ? lines.map(cutLine) : [none])].join('\n')
}

function bound(text: string): string {
  if (text.length <= MAX_CHARS) return text
  const whole = text.slice(0, MAX_CHARS - CUT.length - 1)
  return `${whole.slice(0, whole.lastIndexOf('\n'))}\n${CUT}`
}

/** What most of it goes through, and what leads back to itself. */
function describeCalls({ calls, imports }: Knowledge): Section {
  const hubs = findHubs(calls)
  const rounds = roundsOf(calls.calls, (id) => nameOf(calls, id))
  const loops = roundsOf(imports.imports, (path) => path)
  const lines = [
    ...(hubs.length > 0 ? ['Hubs (called by, calls), as far as names tell:', ...hubs] : []),
    ...(rounds.length > 0 ? ['Functions that call each other:', ...rounds] : []),
    ...(loops.length > 0 ? ['Files that import each other:', ...loops] : []),
    ...(hubs.length > 0 && loops.length === 0 ? ['No files import each other in a circle.'] : []),
  ]
  return { title: 'Call graph', lines, none: 'No function calls another by a name that tells.' }
}

function findHubs(calls: CallGraph): readonly string[] {
  const sized = [...calls.places.keys()].map((id) => {
    const fanIn = calls.callers.get(id)?.length ?? 0
    const fanOut = calls.calls.get(id)?.length ?? 0
    return { id, fanIn, fanOut }
  })
  return sized
    .filter(({ fanIn, fanOut }) => fanIn + fanOut >= 3)
    .sort((a, b) => b.fanIn + b.fanOut - a.fanIn - a.fanOut || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_HUBS)
    .map(({ id, fanIn, fanOut }) => `  ${nameOf(calls, id)} — called by ${fanIn}, calls ${fanOut}`)
}

function nameOf({ places }: CallGraph, id: NodeId): string {
  const place = places.get(id)
  if (!place) return id
  const { name, container, line } = place.symbol
  return `${container === '' ? '' : `${container}.`}${name} (${place.path}:${line})`
}

function roundsOf(
  edges: ReadonlyMap<string, readonly string[]>,
  name: (id: string) => string,
): readonly string[] {
  const groups = findGroups(edges)
  const shown = groups.slice(0, MAX_CYCLES).map((group) => {
    const round = findRound(group, edges)
    const few = round.length > MAX_ROUND ? [...round.slice(0, MAX_ROUND), '…'] : round
    const size = group.length > round.length - 1 ? ` (${group.length} in all)` : ''
    return `  ${few.map((id) => (id === '…' ? id : name(id))).join(' → ')}${size}`
  })
  const left = groups.length - shown.length
  return left > 0 ? [...shown, `  and ${left} more circles`] : shown
}
