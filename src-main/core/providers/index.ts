import { anthropic } from './anthropic.ts'
import { compatible } from './compatible.ts'
import type { ProviderDefinition } from './define.ts'
import { demo } from './demo.ts'
import { openai } from './openai.ts'

/** Every provider there is, in the order they are offered. To add one: write its file, list it here. */
export const providers: readonly ProviderDefinition[] = [anthropic, openai, compatible, demo]
