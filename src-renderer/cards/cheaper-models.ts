import type { Model, Provider } from '#shared/contract/models.ts'

type Offered = Pick<Provider, 'id' | 'label' | 'models'>

/**
 * The models that are ready and cost less than one, by provider. Of a model whose price nobody knows
 * nothing is cheaper for sure: then it is every one that has a price.
 */
export function cheaperThan(name: string, providers: readonly Provider[]): readonly Offered[] {
  const current = providers.flatMap(({ models }) => models).find((one) => one.name === name)
  const most = current ? costOf(current) : undefined
  const isCheaper = (model: Model) => {
    const cost = costOf(model)
    return model.name !== name && cost !== undefined && (most === undefined || cost < most)
  }
  return providers
    .filter(({ isReady, isScripted }) => isReady && !isScripted)
    .map(({ id, label, models }) => ({ id, label, models: models.filter(isCheaper) }))
    .filter(({ models }) => models.length > 0)
}

/** Tokens that an agent reads for one that it says: it reads much more. */
const READ_PER_SAID = 10

function costOf({ price }: Model): number | undefined {
  return price && price.inputUsd * READ_PER_SAID + price.outputUsd
}
