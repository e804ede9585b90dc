import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { keepScreen } from './screens.ts'

/** Keeps a picture of what is on screen, and has it examined for what shuts people out, `except` for some of axe’s rules. */
export async function examine(
  page: Page,
  screen: string,
  except: readonly string[] = [],
): Promise<void> {
  // What is still to come is not the screen that is asked about.
  await expect(page.getByRole('status', { name: /^(Loading|Opening)/ })).toHaveCount(0)
  await keepScreen(page, screen)
  await expect(page.getByText('Reconnecting')).toHaveCount(0)
  const { violations, passes } = await new AxeBuilder({ page })
    .setLegacyMode()
    .disableRules([...except])
    // Monaco and xterm draw themselves, and are judged by their own makers.
    .exclude('.monaco-editor')
    .exclude('.xterm')
    .analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  )
  expect.soft(found, screen).toEqual([])
  expect(passes.length, screen).toBeGreaterThan(10)
}
