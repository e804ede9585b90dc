import { HumanMessage } from '@langchain/core/messages'
import { AppError } from '#shared/error.ts'
import type { Workspace } from '../../workspace/define.ts'
import { type Evicted, evictedText, MAX_TEXT_CHARS } from '../calls/evicted-text.ts'
import { isFromAgent } from './mail.ts'

const FOLDER = '/large_messages'

type Documents = Pick<Workspace, 'write'>

/**
 * Messages that are about to enter a thread. The text of a large one from another agent, a background
 * delegate's report or a teammate's message, is saved as a scratch document, with a preview in its place.
 */
export function evictLargeMessages(
  workspace: Documents,
  messages: readonly HumanMessage[],
): Promise<HumanMessage[]> {
  return Promise.all(messages.map((message) => evictLargeMessage(workspace, message)))
}

async function evictLargeMessage(workspace: Documents, message: HumanMessage) {
  const { id, content: text } = message
  if (!isFromAgent(id) || typeof text !== 'string' || text.length <= MAX_TEXT_CHARS) return message
  const evicted = await save(workspace, `${FOLDER}/${id}.txt`, text)
  return new HumanMessage({ id, content: evictedText('message', text, evicted) })
}

async function save(workspace: Documents, path: string, text: string): Promise<Evicted> {
  try {
    await workspace.write(path, text, { type: 'unknown' })
    return { path }
  } catch (error) {
    if (!AppError.is(error) || error.code === 'cancelled') throw error
    return { problem: error.message }
  }
}
