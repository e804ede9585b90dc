import type { KnowledgeAnswer, SymbolQuery, SymbolsAnswer } from './define.ts'
import type { Topic } from './knowledge/topics.ts'

/** What the worker that reads code is asked. */
export type CodeRequest =
  | { readonly type: 'symbols'; readonly root: string; readonly query: SymbolQuery }
  | { readonly type: 'knowledge'; readonly root: string; readonly topic: Topic }

export type CodeReply =
  | { readonly type: 'symbols'; readonly answer: SymbolsAnswer }
  | { readonly type: 'knowledge'; readonly answer: KnowledgeAnswer }
