import { assertNever } from '#shared/lib/assert.ts'
import { answerCalls } from '../../runtime/worker-entry.ts'
import { lookAtLinks } from './links-on-disk.ts'
import { shellJudgeHere as judge } from './shell-judge.ts'
import type { Folders, ShellAnswer, ShellQuestion } from './shell-judge-protocol.ts'

answerCalls<ShellQuestion, ShellAnswer>(async (question) => {
  const { type } = question
  switch (type) {
    case 'command': {
      const { command, folders } = question
      return { type, verdict: await judge.judgeCommand(command, toPlace(folders)) }
    }
    case 'typed': {
      const { text, typing, folders } = question
      const verdict = await judge.judgeTyped(text, { ...typing, place: toPlace(folders) })
      return { type, verdict }
    }
    case 'given':
      return { type, given: await judge.afterTyping(question.text, question.given) }
    default:
      return assertNever(type)
  }
})

/** Adds the links on disk, cached for one command. */
function toPlace(folders: Folders) {
  return { ...folders, links: lookAtLinks() }
}
