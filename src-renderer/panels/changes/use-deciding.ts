import { useState } from 'react'
import { AppError } from '#shared/lib/app-error.ts'
import { useAsking } from '../../ui/overlays/confirmation.tsx'
import { useToasts } from '../../ui/overlays/toasts.tsx'
import { formatNumber, formatPath } from '../../ui/text/format.ts'
import {
  type Chosen,
  countChosen,
  toAccepting,
  toReverting,
  withoutContested,
} from './decisions.ts'
import { type ChangeCommands, useChangeCommands } from './use-change-commands.ts'

/** What a person can do about what waits. */
export interface Deciding {
  accept(chosen: readonly Chosen[]): Promise<void>
  /** Without what is contested. */
  revert(chosen: readonly Chosen[]): Promise<void>
  /** As `revert`, once it was asked. */
  askToRevert(chosen: readonly Chosen[]): Promise<void>
}

interface DecidingState {
  /** Absent in the past, and out of the host's reach. */
  readonly deciding: Deciding | undefined
  /** Why the last was not done, as a sentence. */
  readonly failure: string | undefined
}

/** Each is taken back from its toast. */
export function useDeciding(): DecidingState {
  const commands = useChangeCommands()
  const { tellUndoable } = useToasts()
  const ask = useAsking()
  const [failure, setFailure] = useState<string>()
  if (!commands) return { deciding: undefined, failure: undefined }
  const act = async (verb: 'Accepted' | 'Reverted', chosen: readonly Chosen[]) => {
    setFailure(undefined)
    const done: Done[] = []
    try {
      for (const one of chosen) done.push(await decide(commands, verb, one))
    } catch (error) {
      setFailure(AppError.toWire(error).message)
    }
    const isDone = chosen.slice(0, done.length)
    if (done.length === 0) return
    tellUndoable(`${verb} ${tellChosen(isDone)}.`, async () => {
      for (const each of done.toReversed()) await commands.reopen(each)
    })
  }
  const revert = (chosen: readonly Chosen[]) => act('Reverted', freeOf(chosen))
  const askToRevert = async (chosen: readonly Chosen[]) => {
    if (await ask(questionOf(chosen))) await revert(chosen)
  }
  return {
    deciding: { accept: (chosen) => act('Accepted', chosen), revert, askToRevert },
    failure,
  }
}

interface Done {
  readonly path: string
  readonly seq: number
}

async function decide(
  commands: ChangeCommands,
  verb: 'Accepted' | 'Reverted',
  chosen: Chosen,
): Promise<Done> {
  const { path } = chosen.pending.file
  const { seq } =
    verb === 'Accepted'
      ? await commands.accept(toAccepting(chosen))
      : await commands.revert(toReverting(chosen))
  return { path, seq }
}

function freeOf(chosen: readonly Chosen[]): readonly Chosen[] {
  return chosen.flatMap((one) => withoutContested(one) ?? [])
}

function questionOf(chosen: readonly Chosen[]) {
  const free = freeOf(chosen)
  const stay = countChosen(chosen) - countChosen(free)
  const paths = free.map(({ pending }) => formatPath(pending.file.path))
  const staying =
    stay === 0
      ? ''
      : ` ${formatNumber(stay, 'change')} ${stay === 1 ? 'stays' : 'stay'}: ${stay === 1 ? 'it holds' : 'they hold'} lines that are yours or may be, or what was there is not recorded.`
  return {
    title: `Revert ${formatNumber(countChosen(free), 'change')}`,
    description: `The files on disk become what they were there. It can be taken back.${staying}`,
    action: 'Revert',
    lost: { items: paths, total: paths.length },
  }
}

/** `2 changes in a.ts`. */
function tellChosen(chosen: readonly Chosen[]): string {
  const [first, ...more] = chosen
  const count = countChosen(chosen)
  const what = count === 0 ? '' : `${formatNumber(count, 'change')} in `
  if (!first) return 'nothing'
  if (more.length > 0) return `${what}${formatNumber(chosen.length, 'file')}`
  return `${what}${formatPath(first.pending.file.path)}`
}
