import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from '#shared/contract/define.ts'
import type { ReplayChoice, ReplayFacts } from '#shared/contract/exchange.ts'
import type { HostContract } from '#shared/contract/index.ts'
import {
  NOT_REDACTED,
  replayFileName,
  tellLeftOut,
  tellRedacted,
} from '#shared/contract/replay-words.ts'
import { AppError } from '#shared/error.ts'
import { findDataFolder } from '../data-folder.ts'
import { type Command, readArgs, readCount } from './command.ts'
import { EXIT } from './exit.ts'
import { findSession } from './find-session.ts'
import { formatBytes, formatCount, toPrintable } from './format.ts'
import { openClient } from './open-client.ts'

const options = {
  run: { type: 'string' },
  out: { type: 'string' },
  'changed-only': { type: 'boolean' },
  json: { type: 'boolean' },
} as const

export const command: Command = {
  usage: `orrery export SESSION [--run N] [--out FILE] [--changed-only] [--json]

  Writes one HTML file that replays the session in any browser, without a network. Secrets, and the
  paths and names of this machine, are taken out of it.

  SESSION                Its id, the beginning of it, or last
  --run N                Only its Nth run
  --out FILE             Where to write it (here: named after the session, in this folder)
  --changed-only         Of the project's files only what agents changed
  --json                 What was written, as an object`,
  run: async (args) => {
    const positionals = { min: 1, max: 1, what: 'which session' }
    const { values, positionals: words } = readArgs(args, { name: 'export', options, positionals })
    const run = readCount('--run', values.run)
    const dataDir = findDataFolder(values['data-dir'], process.env)
    await using opened = await openClient(dataDir, 'export')
    const { id } = await findSession(opened.client, words[0] ?? '')
    const files = values['changed-only'] ? 'changed' : 'all'
    const choice = { sessionId: id, files, ...(run !== undefined && { run }) } as const
    const { path, facts } = await write(opened.client, choice, values.out)
    if (values.json) console.log(JSON.stringify({ path, ...facts }))
    else tell(path, facts)
    return EXIT.ok
  },
}

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
