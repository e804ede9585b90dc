import { createInterface } from 'node:readline/promises'
import type { RewindPreview } from '#shared/contract/forks.ts'
import { AppError } from '#shared/error.ts'
import { findDataFolder } from '../data-folder.ts'
import { type Command, readArgs, readCount } from './command.ts'
import { EXIT, wrongUsage } from './exit.ts'
import { findSession } from './find-session.ts'
import { toPrintable } from './format.ts'
import { openClient } from './open-client.ts'
import { tellRewind } from './past-words.ts'

const options = {
  at: { type: 'string' },
  yes: { type: 'boolean' },
  overwrite: { type: 'string', multiple: true },
} as const

export const command: Command = {
  usage: `orrery rewind SESSION --at SEQ [--yes] [--overwrite PATH]

  Takes back what came after an event: files are restored, and the conversation goes on from there.
  Shows first what would change, and asks.

  SESSION                Its id, the beginning of it, or last
  --at SEQ               To how it was when this event had just been written
  --yes                  Do it without asking
  --overwrite PATH       Restore this file though a person has changed it since; may be given several
                         times`,
  run: async (args) => {
    const positionals = { min: 1, max: 1, what: 'which session to rewind' }
    const { values, positionals: words } = readArgs(args, { name: 'rewind', options, positionals })
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
}

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
