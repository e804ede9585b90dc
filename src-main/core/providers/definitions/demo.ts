import { defineProvider } from '../define.ts'

/** Answers by a script, and says so: for trying Orrery without a key or a network. */
export const demo = defineProvider({
  id: 'demo',
  label: 'Demo (scripted, no model)',
  isScripted: true,
  needsKey: false,
  pricing: { type: 'free', source: 'scripted, free' },
  models: [{ id: 'scripted', label: 'Scripted demo', contextTokens: 200_000 }],
  create: async (model, { delayMs }) => {
    const { DemoModel } = await import('../demo/demo-model.ts')
    return new DemoModel({ model, delayMs })
  },
})
