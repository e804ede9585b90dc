import { ChatOpenAI, ChatOpenAICompletions, ChatOpenAIResponses } from '@langchain/openai'
import type { Connection } from './define.ts'
import { fitMessages } from './fit-messages.ts'
import { openAiFetch, responsesFetch } from './openai-fetch.ts'

type StreamCompletions = ChatOpenAICompletions['_streamResponseChunks']
type StreamResponses = ChatOpenAIResponses['_streamResponseChunks']

/** OpenAI's client, which chooses between two protocols by model and tools. */
export function createOpenAiChat(model: string, { key, baseUrl, fetch }: Connection): ChatOpenAI {
  const fields = {
    model,
    ...(key && { apiKey: key }),
    maxRetries: 0,
    streaming: true,
    configuration: { fetch: openAiFetch(fetch), baseURL: baseUrl },
  }
  const responses = { fetch: responsesFetch(fetch), baseURL: baseUrl }
  // It makes a copy of itself once it has tools: a class of our own would be lost there.
  const protocols = {
    completions: new Completions(fields),
    responses: new Responses({ ...fields, configuration: responses }),
  }
  return new ChatOpenAI({ ...fields, ...protocols })
}

class Completions extends ChatOpenAICompletions {
  override async *_streamResponseChunks(
    ...[messages, ...rest]: Parameters<StreamCompletions>
  ): ReturnType<StreamCompletions> {
    yield* super._streamResponseChunks(fitMessages(messages), ...rest)
  }
}

class Responses extends ChatOpenAIResponses {
  override async *_streamResponseChunks(
    ...[messages, ...rest]: Parameters<StreamResponses>
  ): ReturnType<StreamResponses> {
    yield* super._streamResponseChunks(fitMessages(messages), ...rest)
  }
}
