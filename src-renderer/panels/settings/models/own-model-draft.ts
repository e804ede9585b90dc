import type { Price } from '#shared/pricing/pricing.ts'
import { ModelName, OwnModel } from '#shared/settings/settings.ts'
import { parseAmount } from '../../../ui/forms/amount-input.tsx'
import { formatTokens } from '../../../ui/text/format.ts'

/** A model's entry as it is being written. */
export interface OwnModelDraft {
  readonly name: string
  readonly label: string
  readonly context: string
  readonly inputUsd: string
  readonly outputUsd: string
}

/** `My Llama · 128k tokens · $0.10 in, $0.40 out for a million tokens, as of 2026-11-22`. */
export function tellOwnModel({ label, contextTokens, price }: OwnModel): string {
  const facts = [
    label,
    contextTokens === undefined ? undefined : `${formatTokens(contextTokens)} tokens`,
    price ? `${tellFigures(price)} for a million tokens${asOfWords(price)}` : 'unpriced',
  ]
  return facts.filter((fact) => fact !== undefined).join(' · ')
}

/** `$3 in, $15 out`, and what reading from the cache costs where that is known. */
export function tellFigures({ inputUsd, outputUsd, cacheReadUsd }: Omit<Price, 'source'>): string {
  const cached = cacheReadUsd === undefined ? '' : `, $${cacheReadUsd} cached`
  return `$${inputUsd} in, $${outputUsd} out${cached}`
}

function asOfWords({ asOf }: Pick<Price, 'asOf'>): string {
  return asOf === undefined ? '' : `, as of ${asOf}`
}

export function toDraft(name = '', { label, contextTokens, price }: OwnModel = {}): OwnModelDraft {
  const write = (amount: number | undefined) => (amount === undefined ? '' : String(amount))
  return {
    name,
    label: label ?? '',
    context: write(contextTokens),
    inputUsd: write(price?.inputUsd),
    outputUsd: write(price?.outputUsd),
  }
}

type Read = { readonly name: ModelName; readonly model: OwnModel } | { readonly error: string }

/**
 * The entry that was written, or what is wrong with it. `known` keeps what the form does not ask for;
 * figures that are other ones are those of `today`, as `2026-11-22`.
 */
export function readDraft(draft: OwnModelDraft, today: string, known: OwnModel = {}): Read {
  const name = ModelName.safeParse(draft.name.trim())
  if (!name.success) return { error: 'Name the model as provider:model.' }
  const context = parseAmount(draft.context)
  if (context === undefined || (context !== null && !(Number.isInteger(context) && context > 0))) {
    return { error: 'Give the context in tokens, as a whole number.' }
  }
  const [inputUsd, outputUsd] = [parseAmount(draft.inputUsd), parseAmount(draft.outputUsd)]
  if (inputUsd === undefined || outputUsd === undefined) return { error: WRONG_PRICE }
  if ((inputUsd === null) !== (outputUsd === null)) return { error: 'Give both prices, or none.' }
  const label = draft.label.trim()
  const price =
    inputUsd === null || outputUsd === null
      ? undefined
      : datedPrice({ inputUsd, outputUsd }, today, known)
  const model = OwnModel.parse({
    ...(label && { label }),
    ...(context !== null && { contextTokens: context }),
    ...(price && { price }),
  })
  return { name: name.data, model }
}

type Figures = Pick<Price, 'inputUsd' | 'outputUsd'>

function datedPrice(
  figures: Figures,
  today: string,
  { price: known }: OwnModel,
): OwnModel['price'] {
  const { inputUsd, outputUsd } = figures
  const isSame = known?.inputUsd === inputUsd && known.outputUsd === outputUsd
  return isSame ? known : { ...known, ...figures, asOf: today }
}

const WRONG_PRICE = 'Give prices in dollars for a million tokens, such as 0.25.'
