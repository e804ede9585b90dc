import type { Handlers } from '#shared/contract/define.ts'
import type { Content } from '#shared/contract/files.ts'
import type { HostContract } from '#shared/contract/index.ts'
import type { Provider } from '#shared/contract/models.ts'
import { AppError } from '#shared/error.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { Hash } from '#shared/ids.ts'
import { foldStates, initStates } from '#shared/projections/index.ts'
import { cutStates } from '#shared/projections/pieces.ts'
import type { HeldContent, Recording } from './recording.ts'

/** What the panels read by. All else is refused: there is nobody who could do it. */
export type RecordedHandlers = Pick<
  Handlers<HostContract>,
  | 'sessions.open'
  | 'sessions.events'
  | 'sessions.history'
  | 'sessions.list'
  | 'files.content'
  | 'files.tree'
  | 'terminals.list'
  | 'models.list'
>

const PAGE = 2000

/** Answers as a host would that has this one session, at its end. */
export function recordedHandlers(recording: Promise<Recording>): RecordedHandlers {
  return {
    'sessions.open': async function* () {
      const { events } = await recording
      const states = foldStates(initStates(), events)
      yield* cutStates({ seq: events.at(-1)?.seq ?? 0, states })
    },
    'sessions.history': () => toPages(recording),
    // Nothing comes after the end.
    'sessions.events': async function* () {},
    'sessions.list': async () => [],
    'files.content': async ({ hash }) => toContent(await getContent(recording, hash)),
    'files.tree': async function* ({ hash }) {
      const content = await getContent(recording, hash)
      yield 'text' in content ? content.text : '{}'
    },
    'terminals.list': async () => [],
    'models.list': async () => [scripted],
  }
}

async function* toPages(recording: Promise<Recording>): AsyncGenerator<AnyEvent[]> {
  const { events } = await recording
  for (let from = 0; from < events.length; from += PAGE) yield events.slice(from, from + PAGE)
}

async function getContent(recording: Promise<Recording>, hash: Hash): Promise<HeldContent> {
  const content = (await recording).contents.get(hash)
  if (content) return content
  throw new AppError('not-found', 'This was left out of the file when it was exported.')
}

function toContent(content: HeldContent): Content {
  return 'text' in content
    ? { type: 'text', ...content }
    : { type: 'binary', base64: content.base64 }
}

/** So that what follows a script is said to. */
const scripted: Provider = {
  id: 'demo',
  label: 'Demo',
  isScripted: true,
  needsKey: false,
  needsBaseUrl: false,
  isReady: false,
  models: [],
}
