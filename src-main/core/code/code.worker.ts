import { answerCancellable } from '../cancellable-calls.ts'
import { CodeIndexes } from './code-indexes.ts'
import type { CodeReply, CodeRequest } from './code-protocol.ts'

const indexes = new CodeIndexes()

answerCancellable<CodeRequest, CodeReply>(async (request, signal) => {
  const { type, root } = request
  switch (type) {
    case 'symbols':
      return { type, answer: await indexes.findSymbols(root, request.query, signal) }
    case 'knowledge':
      return { type, answer: await indexes.describe(root, request.topic, signal) }
  }
})
