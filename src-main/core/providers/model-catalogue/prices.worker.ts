import { findProvider } from '@pydantic/genai-prices'
import { answerCalls } from '../../runtime/worker-entry.ts'
import type { ListedModel, PriceListQuery } from './price-list.ts'

/** The package is one long literal: reading it takes longer than a host may stand still. */
answerCalls((queries: readonly PriceListQuery[]): ListedModel[][] =>
  queries.map(({ list, prefix = '' }) => {
    const models = findProvider({ providerId: list })?.models ?? []
    return models.flatMap(({ id, match, context_window: contextTokens, prices }) =>
      id.startsWith(prefix)
        ? [{ id, match, prices, ...(contextTokens !== undefined && { contextTokens }) }]
        : [],
    )
  }),
)
