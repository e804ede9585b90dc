import type { FileDifference, ForkPreview } from '#shared/contract/forks.ts'
import { formatNumber } from '../../ui/format.ts'

/** Where the conversation goes on, in a sentence or two. */
export function tellConversation({
  checkpointSeq,
  stepsLeftOut,
}: ForkPreview['conversation']): string {
  if (checkpointSeq === undefined) {
    return 'The agents know nothing of what was said: it is before their first step.'
  }
  const known = 'The agents know what they knew then.'
  if (stepsLeftOut === 0) return known
  return `${known} ${formatNumber(stepsLeftOut, 'step')} had not ended, and ${stepsLeftOut === 1 ? 'is' : 'are'} left out.`
}

export const placeWords: Readonly<Record<ForkPreview['place'], string>> = {
  worktree:
    'It gets a git worktree of its own, on a branch of its own, with the files as they were. What git ignores is not in it.',
  copy: 'It gets a copy of the project of its own, with the files as they were, and all that is ignored.',
  none: 'It has no files of its own.',
}

/** Of files that are no longer as they were. */
export function tellDifferent(files: number): string {
  if (files === 0) return 'All files are as they are now.'
  return `${formatNumber(files, 'file')} ${files === 1 ? 'differs' : 'differ'} from now:`
}

/** Of files that rewinding restores. */
export function tellRestored(files: number): string {
  if (files === 0) return 'No file has changed since.'
  return `${formatNumber(files, 'file')} would change:`
}

export const changeWords: Readonly<Record<FileDifference['change'], string>> = {
  added: 'comes back',
  changed: 'as it was',
  removed: 'goes',
}
