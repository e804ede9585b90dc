import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { HostContract } from '#shared/contract/index.ts'
import type { Client } from '#shared/contract/procedures/define.ts'
import type { ReplayChoice, ReplayFacts } from '#shared/contract/procedures/exchange.ts'
import {
  NOT_REDACTED,
  replayFileName,
  tellLeftOut,
  tellRedacted,
} from '#shared/format/format-replay.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand, readCount } from '../command-line/command.ts'
import { EXIT } from '../command-line/exit-codes.ts'
import { formatBytes, formatCount, formatJson, toPrintable } from '../command-line/format-output.ts'
import { findSession } from '../host-client/find-session.ts'
import { openClient } from '../host-client/open-client.ts'

export const command = defineCommand({
  name: 'export',
  usage: ['orrery export SESSION [--run N] [--out FILE] [--changed-only] [--json]'],
  about: `Writes one HTML file that replays the session in any browser, without a network. Secrets, and the
paths and names of this machine, are taken out of it.`,
  table: {
    SESSION: { help: 'Its id, the beginning of it, or last' },
    run: { type: 'string', value: 'N', help: 'Only its Nth run' },
    out: {
      type: 'string',
      value: 'FILE',
      help: 'Where to write it (here: named after the session, in this folder)',
    },
    'changed-only': { type: 'boolean', help: "Of the project's files only what agents changed" },
    json: { type: 'boolean', help: 'What was written, as an object' },
  },
  positionals: { min: 1, max: 1, what: 'which session' },
  run: async ({ values, positionals: words }) => {
    const run = readCount('--run', values.run)
    const dataDir = findDataFolder(values['data-dir'], process.env)
    await using opened = await openClient(dataDir, 'export')
    const { id } = await findSession(opened.client, words[0] ?? '')
    const files = values['changed-only'] ? 'changed' : 'all'
    const choice = { sessionId: id, files, ...(run !== undefined && { run }) } as const
    const { path, facts } = await write(opened.client, choice, values.out)
    if (values.json) console.log(formatJson({ path, ...facts }))
    else tell(path, facts)
    return EXIT.ok
  },
})

/** Writes all of it, or nothing. Unless named, the file is named after the redacted title. */
async function write(
  client: Client<HostContract>,
  choice: ReplayChoice,
  out: string | undefined,
): Promise<{ readonly path: string; readonly facts: ReplayFacts }> {
  const draft = resolve(`${out ?? choice.sessionId}.partial`)
  let facts: ReplayFacts | undefined
  const texts = async function* () {
    for await (const piece of client['exchange.replay'](choice)) {
      if (piece.type === 'text') yield piece.text
      else facts = piece.facts
    }
  }
  try {
    await pipeline(Readable.from(texts()), createWriteStream(draft)).catch(
      rethrow(resolve(out ?? '.')),
    )
    if (!facts) throw new Error('A replay ends with what it is.')
    const path = resolve(out ?? replayFileName(facts.title, facts.run))
    await rename(draft, path)
    return { path, facts }
  } finally {
    await rm(draft, { force: true })
  }
}

function rethrow(path: string) {
  return (cause: unknown) => {
    if (AppError.is(cause)) throw cause
    throw new AppError('unavailable', `${path} can’t be written.`, { cause })
  }
}

function tell(path: string, facts: ReplayFacts): void {
  const { bytes, events, contents, leftOut, redacted } = facts
  console.log(toPrintable(path, 'name'))
  const what = `${formatCount(events, 'event')} and ${formatCount(contents, 'content')}`
  console.log(`  ${formatBytes(bytes)}: ${what}`)
  if (leftOut > 0) console.log(`  ${tellLeftOut(leftOut)}`)
  console.log(`  ${tellRedacted(redacted)}`)
  console.log(`  ${NOT_REDACTED}`)
}
