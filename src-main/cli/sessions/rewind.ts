import { createInterface } from 'node:readline/promises'
import type {
  FileDifference,
  ForkPreview,
  RewindPreview,
} from '#shared/contract/procedures/forks.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand, readCount } from '../command-line/command.ts'
import { EXIT, wrongUsage } from '../command-line/exit-codes.ts'
import { formatCount, toLine, toPrintable } from '../command-line/format-output.ts'
import { findSession } from '../host-client/find-session.ts'
import { openClient } from '../host-client/open-client.ts'

export const command = defineCommand({
  name: 'rewind',
  usage: ['orrery rewind SESSION --at SEQ [--yes] [--overwrite PATH]'],
  about: `Takes back what came after an event: files are restored, and the conversation goes on from there.
Shows first what would change, and asks.`,
  table: {
    SESSION: { help: 'Its id, the beginning of it, or last' },
    at: {
      type: 'string',
      value: 'SEQ',
      help: 'To how it was when this event had just been written',
    },
    yes: { type: 'boolean', help: 'Do it without asking' },
    overwrite: {
      type: 'string',
      multiple: true,
      value: 'PATH',
      help: 'Restore this file though a person has changed it since; may be given several times',
    },
  },
  positionals: { min: 1, max: 1, what: 'which session to rewind' },
  run: async ({ values, positionals: words }) => {
    const seq = readCount('--at', values.at)
    if (seq === undefined) throw wrongUsage('Say to which event: --at SEQ.')
    const { overwrite = [], yes = false } = values
    await using opened = await openClient(findDataFolder(values['data-dir'], process.env), 'rewind')
    const { client } = opened
    const { id: sessionId } = await findSession(client, words[0] ?? '')
    const preview = await client['sessions.previewRewind']({ sessionId, seq })
    console.log(tellRewind(preview))
    if (preview.obstacle) throw new AppError('conflict', preview.obstacle)
    if (!yes && !(await isWanted())) return EXIT.cancelled
    const { expected } = preview
    await client['sessions.rewind']({ sessionId, seq, expected, overwrite })
    console.log(toPrintable(done(preview, overwrite)))
    return EXIT.ok
  },
})

async function isWanted(): Promise<boolean> {
  if (!process.stdin.isTTY) throw wrongUsage('Nobody can be asked here. To do it: --yes.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test((await terminal.question('Do it? [y]es or [n]o: ')).trim())
  } finally {
    terminal.close()
  }
}

function done({ seq, files }: RewindPreview, overwrite: readonly string[]): string {
  const kept = files.items.filter((one) => one.isConflict && !overwrite.includes(one.path))
  const names = kept.map(({ path }) => path).join(', ')
  return `Rewound to event ${seq}.${names === '' ? '' : ` Left as a person made them: ${names}`}`
}

/** How many of a list are told. */
const TOLD = 20
const WIDTH = 100

type Past = Pick<ForkPreview, 'seq' | 'at' | 'conversation' | 'files' | 'notRecorded' | 'outside'>

/** Formats the preview of a fork, in lines. */
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

/** Formats the preview of a rewind, in lines. */
function tellRewind(preview: RewindPreview): string {
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
