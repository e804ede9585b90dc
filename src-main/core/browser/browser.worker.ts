import { systemNetwork } from '../network-proxy/open-route.ts'
import { answerCalls } from '../runtime/worker-entry.ts'
import { Chromium } from './chromium.ts'
import type { BrowserCall, PageAnswer } from './define.ts'

const chromium = new Chromium(systemNetwork)

answerCalls<BrowserCall, PageAnswer>(async (call) => {
  switch (call.type) {
    case 'act':
      return await chromium.act(call)
    case 'leave':
      await chromium.leave(call.run)
      return { news: [] }
    case 'end':
      await chromium[Symbol.asyncDispose]()
      return { news: [] }
  }
})
