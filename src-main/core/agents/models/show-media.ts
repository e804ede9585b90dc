import { type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { z } from 'zod'
import { textOfContent } from '../messages/text-of-content.ts'

/** What is known of a model's eyes, as LangChain's profiles say it. */
const Sight = z.object({ imageInputs: z.boolean().optional(), pdfInputs: z.boolean().optional() })
type Sight = z.infer<typeof Sight>

/** All of whose models see, also those that no profile knows yet. */
const SEEING: ReadonlySet<string> = new Set(['anthropic', 'openai', 'google'])

/** As tools answer what is to be seen. */
const Media = z.object({
  type: z.enum(['image', 'file']),
  mimeType: z.string(),
  data: z.string(),
})
type Media = z.infer<typeof Media>

/**
 * A thread whose tools' images and documents stand where a model can take them. Only Anthropic's are
 * seen in the answer of a call; others get them behind the answers, and none that can't see them.
 */
export function showMedia(
  messages: readonly BaseMessage[],
  provider: string,
  model: object,
): BaseMessage[] {
  const sight = sightOf(model, provider)
  const shown: BaseMessage[] = []
  let behind: Media[] = []
  const flush = () => {
    if (behind.length > 0) shown.push(toSeen(behind))
    behind = []
  }
  for (const message of messages) {
    const isAnswer = ToolMessage.isInstance(message)
    // The answers of one step belong together: nothing may stand between them.
    if (!isAnswer) flush()
    const media = isAnswer ? mediaOf(message) : []
    if (!isAnswer || media.length === 0) {
      shown.push(message)
      continue
    }
    const seen = media.filter((one) => canSee(one, sight))
    const isWhole = provider === 'anthropic' && seen.length === media.length
    shown.push(isWhole ? message : inWords(message, media.length - seen.length))
    if (!isWhole) behind.push(...seen)
  }
  flush()
  return shown
}

function mediaOf({ content }: ToolMessage): readonly Media[] {
  if (typeof content === 'string') return []
  return content.flatMap((block) => Media.safeParse(block).data ?? [])
}

function sightOf(model: object, provider: string): Sight {
  const profile = 'profile' in model ? Sight.safeParse(model.profile).data : undefined
  const usual = SEEING.has(provider)
  return { imageInputs: profile?.imageInputs ?? usual, pdfInputs: profile?.pdfInputs ?? usual }
}

function canSee({ type }: Media, { imageInputs, pdfInputs }: Sight): boolean {
  return (type === 'image' ? imageInputs : pdfInputs) === true
}

function inWords(message: ToolMessage, unseen: number): ToolMessage {
  const { name, tool_call_id, status, id } = message
  const told = unseen > 0 ? UNSEEN : 'It is shown below the answers of this step.'
  return new ToolMessage({
    content: `${textOfContent(message.content)}\n[${told}]`,
    tool_call_id,
    ...(name !== undefined && { name }),
    ...(status && { status }),
    ...(id !== undefined && { id }),
  })
}

const UNSEEN = 'You are not known to see such content: it is not shown to you. A person can see it.'

function toSeen(media: readonly Media[]): HumanMessage {
  const said = { type: 'text', text: 'What the calls above were answered to be seen:' }
  return new HumanMessage({ content: [said, ...media.map(toPart)] })
}

function toPart({ type, mimeType, data }: Media) {
  const url = `data:${mimeType};base64,${data}`
  if (type === 'image') return { type: 'image_url', image_url: { url } }
  return { type: 'file', file: { filename: 'document.pdf', file_data: url } }
}
