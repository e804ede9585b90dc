import type { EventFor } from '#shared/events/index.ts'
import type { ModelRef } from '#shared/events/value.ts'
import type { Attributes } from './trace-span.ts'

// Names are those of OpenTelemetry's semantic conventions for generative AI; what these have no name
// for is `orrery.*`. Nothing here is content: no prompt, no answer, no argument, no result.

/** Providers whose names there differ from ours. */
const PROVIDERS: Readonly<Record<string, string>> = { google: 'gcp.gemini', xai: 'x_ai' }

export function ofRun({ data }: EventFor<'run.started'>): Attributes {
  return {
    'gen_ai.operation.name': 'invoke_workflow',
    'gen_ai.workflow.name': 'orrery',
    ...ofModelRef(data.model),
    'orrery.profile': data.profile,
  }
}

export function ofAgent({ agentId, data }: EventFor<'agent.started'>): Attributes {
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': data.type,
    ...(agentId && { 'gen_ai.agent.id': agentId }),
    ...ofModelRef(data.model),
    ...(data.teammate !== undefined && { 'orrery.teammate': data.teammate }),
  }
}

/** What a model is asked to do. */
export function operationOf(purpose: EventFor<'model.started'>['data']['purpose']): string {
  return purpose === 'embedding' ? 'embeddings' : 'chat'
}

export function ofModelCall({ data }: EventFor<'model.started'>): Attributes {
  const { temperature, top_p: topP, max_tokens: maxTokens } = data.request.params
  return {
    'gen_ai.operation.name': operationOf(data.purpose),
    ...ofModelRef(data),
    ...numbers({
      'gen_ai.request.temperature': temperature,
      'gen_ai.request.top_p': topP,
      'gen_ai.request.max_tokens': maxTokens,
    }),
    'orrery.purpose': data.purpose,
    'orrery.attempt': data.attempt,
  }
}

export function ofAnswer({ data }: EventFor<'model.ended'>): Attributes {
  const { usage, costUsd, finishReason, isEstimated } = data
  return {
    'gen_ai.usage.input_tokens': usage.inputTokens,
    'gen_ai.usage.output_tokens': usage.outputTokens,
    'gen_ai.usage.cache_read.input_tokens': usage.cacheReadTokens,
    'gen_ai.usage.cache_creation.input_tokens': usage.cacheWriteTokens,
    'gen_ai.usage.reasoning.output_tokens': usage.reasoningTokens,
    'orrery.usage.is_estimated': isEstimated,
    ...numbers({ 'orrery.cost_usd': costUsd }),
    ...(finishReason !== undefined && { 'gen_ai.response.finish_reasons': [finishReason] }),
  }
}

export function ofToolCall({ data }: EventFor<'tool.started'>): Attributes {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': data.name,
    'gen_ai.tool.call.id': data.toolCallId,
    'gen_ai.tool.type': 'function',
    'orrery.effect': data.effect,
  }
}

export function ofWait({ data }: EventFor<'approval.requested'>): Attributes {
  return {
    'orrery.waits_for': 'person',
    'gen_ai.tool.name': data.name,
    'gen_ai.tool.call.id': data.toolCallId,
  }
}

function ofModelRef({ provider, model }: Pick<ModelRef, 'provider' | 'model'>): Attributes {
  return {
    'gen_ai.provider.name': PROVIDERS[provider] ?? provider,
    'gen_ai.request.model': model,
  }
}

function numbers(values: Readonly<Record<string, unknown>>): Attributes {
  const known = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, value] as const] : [],
  )
  return Object.fromEntries(known)
}
