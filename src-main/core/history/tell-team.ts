import type { ToolAnswer } from '../tools/answer.ts'
import { countCommits } from './count-commits.ts'
import type { Area, Knower, Knowledge, Pair } from './knowledge.ts'
import { tellDay } from './when.ts'

export interface TeamAnswer {
  readonly knowledge: Knowledge
  /** What was asked of, in words. */
  readonly of: string
  /** There are older commits than were read. */
  readonly isCut: boolean
  readonly standingFiles: number
}

const MAX_AREAS = 25
const MAX_PEOPLE = 10

/** Who knows what, and how that was found out. */
export function tellTeam({ knowledge, of, isCut, standingFiles }: TeamAnswer): ToolAnswer {
  const { whole, areas, pairs, bots } = knowledge
  if (whole.people.length === 0) {
    const text = `No commit of a person in the last two years has to do with ${of}.`
    return { text, display: { type: 'list', items: 0 } }
  }
  const shown = areas.slice(0, MAX_AREAS)
  const rest = areas.length - shown.length
  const parts = [
    `# Who knows ${of}`,
    tellWhole(whole),
    ['## By place', ...shown.map(tellArea), ...(rest > 0 ? [`and ${rest} more places`] : [])].join(
      '\n',
    ),
    tellPairs(pairs),
    tellGrounds({ isCut, standingFiles, bots }),
  ]
  const rows = shown.map(({ path, people, busFactor, lastAt }) => [
    path || '.',
    people[0] ? `${people[0].name} ${percent(people[0].share)}` : '',
    `${busFactor}`,
    tellDay(lastAt),
  ])
  return {
    text: parts.filter((part) => part !== '').join('\n\n'),
    display: {
      type: 'table',
      columns: ['Place', 'Knows it best', 'Bus factor', 'Last changed'],
      rows,
      more: rest,
    },
  }
}

function tellWhole({ commits, people, busFactor, lastAt }: Area): string {
  const told = people.slice(0, MAX_PEOPLE).map((one) => `- ${tellKnower(one)}`)
  const rest = people.length - told.length
  const head = `${countCommits(commits)} by ${people.length === 1 ? 'one person' : `${people.length} people`}, the last on ${tellDay(lastAt)}. Bus factor ${busFactor}: ${tellBus(busFactor)}`
  return [head, ...told, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n')
}

function tellBus(busFactor: number): string {
  return busFactor === 1
    ? 'one person knows more than half of it.'
    : `it takes ${busFactor} people to know more than half of it.`
}

function tellKnower({ name, share, commits, lastAt }: Knower): string {
  const when = commits > 0 ? `, last on ${tellDay(lastAt)}` : ', lines that still stand'
  return `${name}: ${percent(share)}, ${countCommits(commits)}${when}`
}

function tellArea({ path, people, busFactor, commits, lastAt }: Area): string {
  const told = people.slice(0, 3).map(({ name, share }) => `${name} ${percent(share)}`)
  const more = people.length > told.length ? ` and ${people.length - told.length} more` : ''
  return `- ${path || '.'}: ${told.join(', ')}${more}; bus factor ${busFactor}; ${countCommits(commits)}, last ${tellDay(lastAt)}`
}

function tellPairs(pairs: readonly Pair[]): string {
  if (pairs.length === 0) return ''
  const told = pairs.map(
    ({ paths: [one, other], together, share }) =>
      `- ${one} and ${other}: ${together} times (${percent(share)} of the one that changed less)`,
  )
  return ['## Changed together', ...told].join('\n')
}

function tellGrounds({
  isCut,
  standingFiles,
  bots,
}: Pick<TeamAnswer, 'isCut' | 'standingFiles'> & Pick<Knowledge, 'bots'>): string {
  const grounds = [
    `- Commits of the last two years${isCut ? ' (the latest 5,000: there are more)' : ''} on the branch that is checked out, newer ones counting more (half after half a year), and more lines more.`,
    `- Lines that still stand, of the ${standingFiles} files that changed most.`,
    bots > 0 &&
      `- ${countCommits(bots)} by programs ${bots === 1 ? 'is' : 'are'} left out, and merges.`,
    '- Who reviewed, talked or decided is not in it, nor second authors of a commit; and who has left is not known.',
  ]
  return ['## What this rests on', ...grounds.filter((one) => one !== false)].join('\n')
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
