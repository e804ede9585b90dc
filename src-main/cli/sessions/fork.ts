import { Limits } from '#shared/settings/settings.ts'
import { joinStates } from '#shared/wire/state-chunks.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand, readChoice, readCount } from '../command-line/command.ts'
import { EXIT, wrongUsage } from '../command-line/exit-codes.ts'
import { formatJson, toPrintable } from '../command-line/format-output.ts'
import { findSession } from '../host-client/find-session.ts'
import { type OpenedClient, openClient } from '../host-client/open-client.ts'
import { type Prompt, readPrompt, STDIN } from '../run/prompt-input.ts'
import { runPromptOn } from '../run/run.ts'
import { describeFork } from './preview-text.ts'

export const command = defineCommand({
  name: 'fork',
  usage: ['orrery fork SESSION [--at SEQ] [--prompt TEXT] [--preview] [--json]'],
  about: `Makes a session that begins as another was, with the conversation and the files of then, in a git
worktree of its own (or a copy where there is no git). The other stays as it is.`,
  table: {
    SESSION: { help: 'Its id, the beginning of it, or last' },
    at: {
      type: 'string',
      value: 'SEQ',
      help: 'As it was when this event had just been written (here: the last)',
    },
    prompt: {
      type: 'string',
      value: 'TEXT',
      help: 'Goes on there with this prompt, and shows the run until its end; - reads it from standard input',
    },
    approve: { type: 'string', value: 'none|all', help: 'As of orrery run' },
    preview: { type: 'boolean', help: 'Say what it would be, and make nothing' },
    json: {
      type: 'boolean',
      help: 'The preview, or the new session’s id, as JSON; with a prompt, its events',
    },
  },
  positionals: { min: 1, max: 1, what: 'which session to fork' },
  notes: 'With a prompt it exits as orrery run does.',
  run: async ({ values, positionals: words }) => {
    const dataDir = findDataFolder(values['data-dir'], process.env)
    const approve = readChoice('--approve', values.approve, ['none', 'all'])
    const asked = { written: words[0] ?? '', at: readCount('--at', values.at) }
    const { preview = false, json: isJson = false } = values
    if (preview && values.prompt !== undefined)
      throw wrongUsage('--preview makes nothing to prompt.')
    const prompt = await readPromptOption(values.prompt)
    const isQuiet = prompt.text !== undefined && isJson
    await using opened = await openClient(dataDir, 'fork')
    const session = await fork(opened, { ...asked, isPreview: preview, isJson, isQuiet })
    if (!session || prompt.text === undefined) return EXIT.ok
    const limits = Limits.parse({})
    return await runPromptOn(opened, { ...prompt, session, approve, limits, isJson })
  },
})

async function readPromptOption(text: string | undefined): Promise<Prompt> {
  return text === STDIN ? await readPrompt([STDIN]) : { text, isPiped: false }
}

interface Asked {
  readonly written: string
  readonly at: number | undefined
  readonly isPreview: boolean
  readonly isJson: boolean
  /** Nothing is printed: what follows is. */
  readonly isQuiet: boolean
}

/** Answers the new session, unless only a preview was asked for. */
async function fork({ client }: OpenedClient, asked: Asked): Promise<string | undefined> {
  const { id: sessionId, lastSeq } = await findSession(client, asked.written)
  const moment = { sessionId, seq: asked.at ?? lastSeq }
  const preview = await client['sessions.previewFork'](moment)
  if (asked.isPreview) {
    console.log(asked.isJson ? formatJson(preview) : describeFork(preview))
    return undefined
  }
  if (!asked.isJson) console.log(describeFork(preview))
  const setup = preview.setup?.isTrusted ? { setup: preview.setup.hash } : {}
  const made = await client['sessions.fork']({ ...moment, ...setup })
  const { states } = await joinStates(client['sessions.open'](made))
  const { root = '', forkedFrom } = states.status
  const told = { ...made, root, branch: forkedFrom?.branch }
  if (!asked.isQuiet) {
    console.log(
      asked.isJson ? formatJson(told) : toPrintable(`Forked as ${made.sessionId}, in ${root}`),
    )
  }
  return made.sessionId
}
