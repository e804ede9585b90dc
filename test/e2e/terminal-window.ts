import { expect, type Page } from '@playwright/test'
import { openFolder, panel } from './window.ts'

/** What is typed into a terminal goes here. */
export function shell(page: Page) {
  return panel(page, 'Terminals').getByRole('textbox', { name: 'Terminal input' })
}

export async function openTerminal(page: Page, project: string): Promise<void> {
  await openFolder(page, 'Open a folder…', project)
  await panel(page, 'Terminals').getByRole('button', { name: 'Open a terminal' }).first().click()
  await expect(shell(page)).toBeFocused()
}

/** Has terminals of a page that isn't in use yet drawn as elements, whose text can be read. */
export async function drawTerminalsAsText(page: Page): Promise<void> {
  await page.addInitScript(answerForCard, false)
  // A page that goes before it is let in has lost its ticket.
  await page.getByRole('button', { name: 'Open a folder…' }).waitFor()
  await page.reload()
}

/** The lines that a terminal shows, where it is drawn as elements. */
export function terminalText(page: Page) {
  return panel(page, 'Terminals').locator('.xterm-rows')
}

/** Runs in the page. A browser that draws WebGL by the processor takes it for a card's, or refuses. */
export function answerForCard(hasCard: boolean): void {
  const getContext = HTMLCanvasElement.prototype.getContext
  HTMLCanvasElement.prototype.getContext = new Proxy(getContext, {
    apply: (target, canvas, [type, options]: [string, WebGLContextAttributes | undefined]) => {
      if (!options?.failIfMajorPerformanceCaveat)
        return Reflect.apply(target, canvas, [type, options])
      return hasCard ? Reflect.apply(target, canvas, [type]) : null
    },
  })
}
