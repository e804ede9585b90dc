import type { FileDifference, ForkPreview, RewindPreview } from '#shared/contract/forks.ts'
import { formatCount, toLine, toPrintable } from './format.ts'

/** How many of a list are told. */
const TOLD = 20
const WIDTH = 100

type Past = Pick<ForkPreview, 'seq' | 'at' | 'conversation' | 'files' | 'notRecorded' | 'outside'>

/** What a fork from there would be, in lines. */
export function tellFork(preview: ForkPreview): string {
  const { place, setup } = preview
  const ready = setup && (setup.isTrusted ? 'runs' : 'does not run: trust it with orrery trust')
  return toText([
    ...tellPast(preview),
    places[place],
    ...(setup ? [`Its set-up command ${toLine(setup.command, WIDTH)} ${ready}.`] : []),
    ...tellFiles(preview, 'Files that differ from now'),
    ...tellOutside(preview),
  ])
}

/** What rewinding to there would do, in lines. */
export function tellRewind(preview: RewindPreview): string {
  return toText([
    ...tellPast(preview),
    ...tellFiles(preview, 'Files that would change'),
    ...tellOutside(preview),
    ...(preview.obstacle ? [preview.obstacle] : []),
  ])
}

const places: Readonly<Record<ForkPreview['place'], string>> = {
  worktree:
    'It has a git worktree of its own, on a branch of its own. What git ignores is not in it.',
  copy: 'It has a copy of the project of its own, with everything in it.',
  none: 'It has no files of its own.',
}

function toText(lines: readonly string[]): string {
  return toPrintable(lines.join('\n'))
}

function tellPast({ seq, at, conversation }: Past): readonly string[] {
  const { checkpointSeq, stepsLeftOut } = conversation
  const when = new Date(at).toISOString().slice(0, 19).replace('T', ' ')
  const known =
    checkpointSeq === undefined
      ? 'Agents know nothing of what was said: it begins before they had.'
      : `The conversation is that of event ${checkpointSeq}.`
  const steps = `${formatCount(stepsLeftOut, 'step')} after that had not ended: left out.`
  return [`Event ${seq}, ${when}`, known, ...(stepsLeftOut > 0 ? [steps] : [])]
}

function tellFiles({ files, notRecorded }: Past, title: string): readonly string[] {
  const lost = list('Not recorded, so not restored', notRecorded, (path) => path)
  return [...list(title, files, toFileLine), ...lost]
}

const changes: Readonly<Record<FileDifference['change'], string>> = {
  added: '+',
  changed: '~',
  removed: '-',
}

function toFileLine({ path, change, isConflict }: FileDifference): string {
  return `${changes[change]} ${path}${isConflict ? '  (changed since by a person: stays)' : ''}`
}

function tellOutside({ outside }: Past): readonly string[] {
  return list('Done since, and can’t be undone', outside, ({ seq, title, words }) =>
    toLine(`${seq}  ${title}: ${words}`, WIDTH),
  )
}

function list<T>(
  title: string,
  { items, total }: { readonly items: readonly T[]; readonly total: number },
  toWords: (one: T) => string,
): readonly string[] {
  if (total === 0) return []
  const shown = items.slice(0, TOLD).map((one) => `  ${toWords(one)}`)
  const more = total > shown.length ? [`  … and ${total - shown.length} more`] : []
  return [`${title} (${total}):`, ...shown, ...more]
}
