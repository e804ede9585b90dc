import type { Page } from 'playwright-core'
import { takeStart } from '#shared/lib/truncate-text.ts'

const KEPT = 200
const LINE_CHARS = 500

/** The last lines of something that goes on. */
class LastLines {
  readonly lines: string[] = []
  leftOut = 0

  add(line: string): void {
    this.lines.push(cut(line))
    if (this.lines.length <= KEPT) return
    this.lines.shift()
    this.leftOut += 1
  }

  clear(): void {
    this.lines.length = 0
    this.leftOut = 0
  }
}

/** What a page wrote to its console, and what it asked servers for. */
export class PageLog {
  readonly console = new LastLines()
  readonly network = new LastLines()

  clear(): void {
    this.console.clear()
    this.network.clear()
  }

  follow(page: Page): void {
    page.on('console', (message) => {
      const { url, lineNumber } = message.location()
      const place = url ? ` (${url}:${lineNumber + 1})` : ''
      this.console.add(`${message.type()}: ${message.text()}${place}`)
    })
    page.on('pageerror', (error) => this.console.add(`uncaught: ${error.message}`))
    page.on('response', (response) => {
      const request = response.request()
      const what = `${request.method()} ${response.status()} ${request.resourceType()}`
      this.network.add(`${what} ${response.url()}`)
    })
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? 'failed'
      this.network.add(`${request.method()} ${why} ${request.resourceType()} ${request.url()}`)
    })
  }
}

export function cut(line: string): string {
  const flat = line.replaceAll(/\s+/g, ' ').trim()
  return flat.length > LINE_CHARS ? `${takeStart(flat, LINE_CHARS)}…` : flat
}
