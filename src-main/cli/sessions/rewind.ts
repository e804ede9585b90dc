import { createInterface } from 'node:readline/promises'
import type { RewindPreview } from '#shared/contract/procedures/forks.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand, readCount } from '../command-line/command.ts'
import { EXIT, wrongUsage } from '../command-line/exit-codes.ts'
import { toPrintable } from '../command-line/format-output.ts'
import { findSession } from '../host-client/find-session.ts'
import { openClient } from '../host-client/open-client.ts'
import { describeRewind } from './preview-text.ts'

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
    console.log(describeRewind(preview))
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
