import type {
  FileDifference,
  ForkPreview,
  RewindPreview,
} from '#shared/contract/procedures/forks.ts'
import { formatCount, toLine, toPrintable } from '../command-line/format-output.ts'

/** How many entries of a list are shown. */
const MAX_LISTED = 20
const WIDTH = 100

type Past = Pick<ForkPreview, 'seq' | 'at' | 'conversation' | 'files' | 'notRecorded' | 'outside'>

/** Formats the preview of a fork, in lines. */
export function describeFork(preview: ForkPreview): string {
  const { place, setup } = preview
  const ready = setup && (setup.isTrusted ? 'runs' : 'does not run: trust it with orrery trust')
  return toText([
    ...describePast(preview),
    places[place],
    ...(setup ? [`Its set-up command ${toLine(setup.command, WIDTH)} ${ready}.`] : []),
    ...describeFiles(preview, 'Files that differ from now'),
    ...describeOutside(preview),
  ])
}

/** Formats the preview of a rewind, in lines. */
export function describeRewind(preview: RewindPreview): string {
  return toText([
    ...describePast(preview),
    ...describeFiles(preview, 'Files that would change'),
    ...describeOutside(preview),
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

function describePast({ seq, at, conversation }: Past): readonly string[] {
  const { checkpointSeq, stepsLeftOut } = conversation
  const when = new Date(at).toISOString().slice(0, 19).replace('T', ' ')
  const known =
    checkpointSeq === undefined
      ? 'Agents know nothing of what was said: it begins before they had.'
      : `The conversation is that of event ${checkpointSeq}.`
  const steps = `${formatCount(stepsLeftOut, 'step')} after that had not ended: left out.`
  return [`Event ${seq}, ${when}`, known, ...(stepsLeftOut > 0 ? [steps] : [])]
}

function describeFiles({ files, notRecorded }: Past, title: string): readonly string[] {
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

function describeOutside({ outside }: Past): readonly string[] {
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
  const shown = items.slice(0, MAX_LISTED).map((one) => `  ${toWords(one)}`)
  const more = total > shown.length ? [`  … and ${total - shown.length} more`] : []
  return [`${title} (${total}):`, ...shown, ...more]
}
