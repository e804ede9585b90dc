import type { ProviderDefinition } from '../../src-main/core/providers/define.ts'
import { providers } from '../../src-main/core/providers/definitions/index.ts'
import type { MessageRules } from '../../test/support/message-rules.ts'
import { type ObservedRequest, observeRequest } from '../../test/support/provider-requests.ts'
import { providerRules } from '../../test/support/provider-rules.ts'
import { toCode, toTable } from './table.ts'

/** The model with which OpenAI's client speaks its other protocol. */
const RESPONSES = ['openai:gpt-5-codex', {}] as const

/** Returns a section for each model, with what its client sends to the scripted server. */
export async function requestSections(): Promise<readonly string[]> {
  const sections: string[] = []
  for (const [model, rules] of [RESPONSES, ...providerRules]) {
    const [id = ''] = model.split(':')
    const provider = providers.find((one) => one.id === id)
    if (!provider) throw new Error(`There is no provider ${id}.`)
    const request = await observeRequest(model)
    const rows = [...connectionRows(provider, request), ...requestRows(request), ...ruleRows(rules)]
    sections.push(`### ${provider.label}: \`${model}\`\n\n${toTable(['what', 'how'], rows)}`)
  }
  return sections
}

type Row = readonly [what: string, how: string]

function connectionRows(
  { baseUrl, baseUrlEnv, keyEnvs, pricing, listing }: ProviderDefinition,
  { path, keyHeader }: ObservedRequest,
): readonly Row[] {
  const address = baseUrl === '' ? 'BASE_ADDRESS' : baseUrl
  const variables =
    keyEnvs.length === 0 ? '' : `; from Settings or ${keyEnvs.map(toCode).join(', ')}`
  return [
    ['Endpoint', toCode(`POST ${address}${path}`)],
    ['Other base address', `Settings${baseUrlEnv ? ` or \`${baseUrlEnv}\`` : ''}`],
    ['Key', keyHeader === undefined ? 'none' : `${toCode(keyHeader)} header${variables}`],
    ['Models and context windows', toCode(`GET ${address}${listing.path}`)],
    ['Prices', formatPricing(pricing)],
  ]
}

function formatPricing(pricing: ProviderDefinition['pricing']): string {
  if (!pricing) return 'yours (Settings), or what the server reports'
  if (pricing.type === 'free') return 'free'
  const tiers = Object.entries(pricing.tiers ?? {}).map(
    ([tier, factor]) => `; \`${tier}\` tier: ${factor === 1 ? 'the same' : `${factor} times`}`,
  )
  const prefix = pricing.prefix === undefined ? '' : `, models under \`${pricing.prefix}\``
  return `list of \`${pricing.list}\`${prefix}${tiers.join('')}`
}

function requestRows(request: ObservedRequest): readonly Row[] {
  const { system, streamOptions, limits, callIds, messageNames } = request
  const { image, cacheBreakpoints, isReasoningRead, finishReasons } = request
  return [
    ['System prompt', `in ${system}`],
    [
      'Usage',
      streamOptions
        ? toCode(`stream_options: ${JSON.stringify(streamOptions)}`)
        : 'not asked for: the server always sends it',
    ],
    ['Limits', list(limits) || 'the server’s own'],
    ['`name` of messages', messageNames.length === 0 ? 'not sent' : 'sent'],
    ['Ids of calls', formatCallIds(callIds)],
    ['Reasoning with a call', formatReasoning(request)],
    ['An image that a tool read', image ?? 'described in words'],
    ['Reasoning of an answer', isReasoningRead ? 'read' : 'not read'],
    ['Reasons to stop', finishReasons.map(toCode).join(', ') || 'not read'],
    [
      'Cache breakpoints',
      list(cacheBreakpoints) || 'none: the server caches by itself, or not at all',
    ],
  ]
}

function list(numbers: Readonly<Record<string, number>>): string {
  return Object.entries(numbers)
    .map(([name, number]) => `\`${name}\`: ${number}`)
    .join(', ')
}

function formatCallIds(ids: ObservedRequest['callIds']): string {
  if (ids.every(([, sent]) => sent === undefined)) return 'not sent: results go by order'
  const texts = ids.map(([received, sent]) =>
    sent === received ? `\`${received}\` stays` : `\`${received}\` becomes \`${sent ?? ''}\``,
  )
  return texts.join('; ')
}

function formatReasoning({
  reasoningField: field,
  reasoningPlaceholder: placeholder,
  signatureField: signature,
}: ObservedRequest): string {
  const signed = signature === undefined ? '' : `, with its \`${signature}\``
  if (field === undefined) return signature === undefined ? 'not sent' : `its \`${signature}\` only`
  const without = placeholder === undefined ? '' : `; \`${placeholder}\` if there was none`
  return `in \`${field}\`${signed}${without}`
}

const RULES: Readonly<Record<keyof MessageRules, string>> = {
  refusesNames: 'refuses `name` on assistant and tool messages',
  needsReasoning: 'wants the reasoning in front of every call',
  refusesReasoning: 'refuses reasoning fields',
  refusesEmptyText: 'refuses empty text beside calls',
  callId: 'takes only ids that match',
  wantsSystemFirst: 'refuses a system message behind others',
}

function ruleRows(rules: MessageRules): readonly Row[] {
  const texts = Object.entries(RULES).flatMap(([name, text]) => {
    const rule = Object.entries(rules).find(([each]) => each === name)?.[1]
    return rule === undefined ? [] : [rule instanceof RegExp ? `${text} \`${rule.source}\`` : text]
  })
  const all = ['refuses empty messages', ...texts]
  return [['The server in our tests', all.join('; ')]]
}
